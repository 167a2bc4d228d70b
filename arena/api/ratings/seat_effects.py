"""What a seat is worth."""

import math

from arena.api.calls.call import Call
from arena.api.calls.messages import message_of
from arena.league.findings.seat_effects import SeatEffect, SeatTally, seat_effects
from arena.rules import find
from arena.wire.gen import measures_pb2 as pb


async def get_seat_effects(call: Call[pb.GetSeatEffectsRequest]) -> pb.GetSeatEffectsResponse:
    """Return what each seat is worth, by variant and revision.

    All variants, or the one asked for; boards closed a moment ago are rated first. Raises
    `UnknownVariant`.
    """
    variant = call.request.variant
    if variant:
        find(variant)
    await call.store.ratings.catch_up()
    tallies = await call.store.ratings.seat_tallies()
    tables = [_table(*key, found) for key, found in tallies.items() if not variant or key[0] == variant]
    return pb.GetSeatEffectsResponse(tables=tables)


def _table(variant: str, revision: int, tallies: list[SeatTally]) -> pb.SeatTable:
    boards = sum(tally.boards for tally in tallies)
    seats = [_seat(effect) for effect in seat_effects(tallies)]
    return pb.SeatTable(variant=variant, revision=revision, boards=boards, seats=seats)


def _seat(found: SeatEffect) -> pb.SeatEffect:
    return message_of(pb.SeatEffect, found, error=found.error if math.isfinite(found.error) else None)
