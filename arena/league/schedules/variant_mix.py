"""A mix of variants: how many boards of each, by weight."""

from collections.abc import Callable, Sequence

from arena.league.designs.lineups import LineUp, Table

Drawing = Callable[[Table, int], list[LineUp]]  # the line-ups of a table, given boards for each


def mixed(tables: Sequence[Table], boards: int, planned: Drawing, drawn: Drawing) -> list[list[LineUp]]:
    """The line-ups of each table: *boards* boards each, or where weights are given as many as bring the shares about.

    With weights all boards together are as many as they would be without, and a table's share of them is its weight's
    share of all weights, as near as whole boards for each line-up allow; each line-up plays at least one. A table
    without a weight has weight 1 then. *planned*: line-ups as of a new tournament, whatever was played or added since.
    """
    if not any(table.weight for table in tables):
        return [drawn(table, boards) for table in tables]
    wanted = [sum(line_up.boards for line_up in planned(table, boards)) for table in tables]
    each = boards_each(wanted, [table.weight or 1 for table in tables], boards)
    return [drawn(table, count) for table, count in zip(tables, each, strict=True)]


def more_of(more: int, each: int, boards: int) -> int:
    """What *more* boards for each line-up are for one that has *each* where others without weights have *boards*."""
    return round(more * each / boards)


def boards_each(planned: Sequence[int], weights: Sequence[int], boards: int) -> list[int]:
    """Boards for each line-up of each table, of which *boards* for each would make the *planned* ones."""
    wanted = [sum(planned) * weight / sum(weights) for weight in weights]
    return [max(1, round(boards * want / plan)) for want, plan in zip(wanted, planned, strict=True)]
