"""Crosstables for a terminal, split into tables of readable width."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from rich import box
from rich.table import Table
from rich.text import Text

from arena.cli.terminal.printing import percents, table
from arena.wire.gen.standings_pb2 import Meeting

CELL: Final = 6  # the widest there is: 85-100
BETWEEN: Final = 1
TITLE: Final = "who scored what against whom, in percent, with its 95% interval"

Cells = Mapping[tuple[str, str], Text]


def crosstables(name: str, bots: Sequence[str], met: Sequence[Meeting], width: int) -> Iterator[Table]:
    """Return a row and a column for each of *bots*, in order.

    *name* is the variant's. Below 10 boards there is no interval. Columns beyond *width* characters go to further
    tables.
    """
    cells = _cells(met)
    numbers = len(str(len(bots)))
    room = width - numbers - max(map(len, bots), default=0) - 4 * BETWEEN
    columns = max(1, room // (CELL + BETWEEN))
    parts = [range(first, min(first + columns, len(bots))) for first in range(0, len(bots), columns)]
    for part in parts:
        against = f", against {part[0] + 1} to {part[-1] + 1}" if len(parts) > 1 else ""
        yield _table(f"{name}{against}: {TITLE}", bots, cells, part)


def _table(title: str, bots: Sequence[str], cells: Cells, part: range) -> Table:
    places = [str(place + 1) for place in part]
    rows = table(title, "", "bot", *places, numbers=len(part), numbered=("score", "95% interval"))
    rows.box, rows.collapse_padding, rows.pad_edge = box.SIMPLE_HEAD, True, False
    for place, bot in enumerate(bots, start=1):
        rows.add_row(str(place), bot, *(cells.get((bot, bots[other]), "") for other in part))
    return rows


def _cells(met: Sequence[Meeting]) -> Cells:
    """What is in each cell, by row and column."""
    cells = {}
    for meeting in met:
        cells[meeting.bot, meeting.opponent] = Text("\n".join(percents(meeting)))
        cells[meeting.opponent, meeting.bot] = Text("\n".join(percents(meeting, turned=True)))
    return cells
