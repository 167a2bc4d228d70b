"""What gateways wrote down of a seat whose worker was killed (`arena.gateway.writing_down`)."""

from collections.abc import Sequence
from dataclasses import dataclass

from arena.handover import is_all_held
from arena.store.play.rows import HeldSeat, Journal
from arena.wire.gen import link_pb2 as pb


@dataclass(frozen=True)
class Held:
    """All that came of a seat's questions and may be in no journal."""

    answers: Sequence[pb.Answered]
    columnar: bool


def held_for(rows: Sequence[HeldSeat], journal: Journal | None, seat: int) -> Held | None:
    """Return what is held of a game's *seat*; None where it may not be all.

    Older rows may have answers that the workers since then have not journalled either. *rows*: in
    the order written.
    """
    last = [row for row in rows if is_all_held(journal, seat, row)]
    if not last:
        return None
    found: dict[tuple[int, int], pb.Answered] = {}
    for row in (*rows, last[-1]):
        kept = pb.SeatOpened.FromString(row.answers).kept
        found.update({(answered.number, answered.attempt): answered for answered in kept})
    return Held(list(found.values()), last[-1].columnar)
