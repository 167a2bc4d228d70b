"""Pack open decisions of many seats into batches of columns (docs/reference/columns.md)."""

from collections.abc import Sequence
from random import Random
from typing import Final

from arena.distribution import install_command
from arena.rules import VARIANTS
from bots.check.columnar import BANK_US, MOVE_US, Batch
from bots.check.stream import Failed
from bots.check.tables import MockSeat

SIGNED: Final = 2**63


def batches_of(seats: Sequence[MockSeat], dice: Random) -> list[Batch]:
    """Pack open decisions by variant. Raises `Failed` without the vector extra."""
    try:
        from arena.wire.columns.pack import Columns
    except ModuleNotFoundError as missing:
        raise Failed(
            f"the check asks by columns and {missing.name} is not installed: {install_command('vector')}"
        ) from None
    batches = []
    for variant in dict.fromkeys(seat.game.rules.name for seat in seats):
        rows = [seat for seat in seats if seat.game.rules.name == variant]
        columns = Columns(VARIANTS[variant])
        for seat in rows:
            signed = seat.seat_id - 2 * SIGNED if seat.seat_id >= SIGNED else seat.seat_id
            columns.add(seat.game, signed, seat.number, seat.attempt, MOVE_US, BANK_US)
        batches.append(Batch(dice.getrandbits(64), columns.take(), tuple(seat.seat_id for seat in rows)))
    return batches
