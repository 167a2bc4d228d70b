"""A mix of variants: how many boards of each, by weight."""

from collections.abc import Callable, Sequence

from arena.league.designs.lineups import Table


def more_of(more: int, each: int, boards: int) -> int:
    """Scale *more* boards for each line-up to a variant's share.

    *each*: boards of the variant's line-ups where those of one without weights have *boards*.
    """
    return round(more * each / boards)


def boards_each(tables: Sequence[Table], planned: Callable[[Table], int], boards: int) -> list[int]:
    """Return the boards for each line-up, by table.

    *boards*, or as many as bring the shares of their weights about. With weights all boards
    together are as many as they would be without, and a table's share of them is its weight's share
    of all weights, as near as whole boards for each line-up allow; each line-up plays at least one.
    A table without a weight has weight 1 then. *planned*: how many boards a table has with *boards*
    for each line-up.
    """
    if not any(table.weight for table in tables):
        return [boards] * len(tables)
    plans, weights = [planned(table) for table in tables], [table.weight or 1 for table in tables]
    wanted = [sum(plans) * weight / sum(weights) for weight in weights]
    return [max(1, round(boards * want / plan)) for want, plan in zip(wanted, plans, strict=True)]
