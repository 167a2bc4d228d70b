"""Points less luck, for a terminal."""

from collections.abc import Iterator

from rich.table import Table

from arena.cli.terminal.printing import table
from arena.wire.gen.measures_pb2 import LuckTable


def luck_tables(label: str, found: LuckTable) -> Iterator[Table | str]:
    """A variant's points as they are and less luck, and what waits for the house bot."""
    if found.lines:
        columns = ("", "bot", "score", "points\na game", "± error", "less luck", "± error", "boards")
        rows = table(f"{found.variant}: {label}, points as they are and less luck", *columns, numbers=6)
        for place, line in enumerate(found.lines, start=1):
            raw, less = f"{line.points:.1f}", f"{line.less_luck:.1f}"
            errors = f"{line.error:.2f}", f"{line.less_luck_error:.2f}"
            rows.add_row(str(place), line.bot, f"{line.score:.3f}", raw, errors[0], less, errors[1], str(line.boards))
        yield rows
    if found.waiting:
        yield f"{found.variant}: {found.waiting} boards wait for the house bot to play them: ask again"
    if found.impossible:
        yield f"{found.variant}: {found.impossible} boards were played under rules that this release does not have"
