"""What was promised of boards, for a terminal."""

from collections.abc import Iterable

from rich.table import Table

from arena.cli.terminal.printing import table
from arena.wire.gen.records_pb2 import Commitment

NEVER = ("cancelled", "forfeited")  # states of boards whose seed is never told


def commitments_table(name: str, found: Iterable[Commitment]) -> Table:
    """A row for each promise of each board of *name*: those that it was voided under come before the one that holds."""
    rows = table(f"Commitments of {name}", "board", "variant", "commitment", "seed", "void because of")
    for line in found:
        untold = line.state if line.state in NEVER else "not yet"
        for void in line.voids:
            why = f"{void.reason}, {void.voided.ToDatetime():%Y-%m-%d %H:%M} UTC"
            rows.add_row(str(line.board), line.variant, void.commitment, void.seed or untold, why)
        rows.add_row(str(line.board), line.variant, line.commitment, line.seed or untold, "")
    return rows
