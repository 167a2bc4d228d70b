"""What gateways wrote down of a seat whose worker was killed (`arena.gateway.writing_down`)."""

from collections.abc import Sequence
from dataclasses import dataclass

from arena.store.play.rows import HeldSeat, Journal
from arena.wire.gen import link_pb2 as pb


@dataclass(frozen=True)
class Held:
    """All that came of a seat's questions and may be in no journal."""

    answers: Sequence[pb.Answered]
    columnar: bool


def held_for(rows: Sequence[HeldSeat], journal: Journal | None, seat: int) -> Held | None:
    """Return what is held of a game's *seat*; None where it may not be all.

    It is all if it comes from the gateway that the seat had, as the journal says, under its last
    worker. Older rows may have answers that the workers since then have not journalled either.
    *rows*: in the order written.
    """
    last = [row for row in rows if journal is None or _is_of(row, journal, seat)]
    if not last:
        return None
    found: dict[tuple[int, int], pb.Answered] = {}
    for row in (*rows, last[-1]):
        kept = pb.SeatOpened.FromString(row.answers).kept
        found.update({(answered.number, answered.attempt): answered for answered in kept})
    return Held(list(found.values()), last[-1].columnar)


def _is_of(row: HeldSeat, journal: Journal, seat: int) -> bool:
    return row.token == journal.token and row.gateway == journal.gateways[seat]
