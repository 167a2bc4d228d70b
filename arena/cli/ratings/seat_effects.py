"""What seats are worth, for a terminal."""

from rich.table import Table

from arena.cli.terminal.printing import table
from arena.cli.terminal.tables import POOL_LABELS
from arena.wire.gen.measures_pb2 import SeatEffect, SeatTable


def seat_table(found: SeatTable) -> Table:
    """The places of a variant, with what they are worth in percent of a pair score: not of the pool open."""
    revision = f", rules revision {found.revision}" if found.revision > 1 else ""
    over = f"over {found.boards} boards ({POOL_LABELS['trust']}), in percent of a score"
    title = f"What a seat is worth, {found.variant}{revision}: {over}"
    rows = table(title, "place", "effect", "± error", "95% interval", numbers=3)
    for line in found.seats:
        error = f"{100 * line.error:.1f}" if line.HasField("error") else "-"
        rows.add_row(_place(line.place), f"{100 * line.effect:+.1f}", error, _interval(line))
    return rows


def _place(place: int) -> str:
    if place == 0:
        return "deals first"
    return "its left" if place == 1 else f"{place} to its left"


def _interval(line: SeatEffect) -> str:
    return f"{100 * line.low:+.1f} .. {100 * line.high:+.1f}" if line.HasField("low") else "below 10 boards"
