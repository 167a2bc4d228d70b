"""A mix of variants: how many boards of each, by weight."""

from collections.abc import Callable, Sequence

from arena.league.lineups import LineUp, Table

Drawing = Callable[[Table, int], list[LineUp]]  # the line-ups of a table, given boards for each


def mixed(tables: Sequence[Table], boards: int, drawn: Drawing) -> list[list[LineUp]]:
    """The line-ups of each table: *boards* boards each, or where weights are given as many as bring the shares about.

    With weights all boards together are as many as they would be without, and a table's share of them is its weight's
    share of all weights, as near as whole boards for each line-up allow; each line-up plays at least one. A table
    without a weight has weight 1 then.
    """
    found = [drawn(table, boards) for table in tables]
    if not any(table.weight for table in tables):
        return found
    planned = [sum(line_up.boards for line_up in line_ups) for line_ups in found]
    each = boards_each(planned, [table.weight or 1 for table in tables], boards)
    return [
        line_ups if count == boards else drawn(table, count)
        for table, line_ups, count in zip(tables, found, each, strict=True)
    ]


def more_of(more: int, each: int, boards: int) -> int:
    """What *more* boards for each line-up are for one that has *each* where others without weights have *boards*."""
    return round(more * each / boards)


def boards_each(planned: Sequence[int], weights: Sequence[int], boards: int) -> list[int]:
    """Boards for each line-up of each table, of which *boards* for each would make the *planned* ones."""
    wanted = [sum(planned) * weight / sum(weights) for weight in weights]
    return [max(1, round(boards * want / plan)) for want, plan in zip(wanted, planned, strict=True)]
