"""What a seat of a variant is worth."""

from dataclasses import dataclass

from arena.api.inside import Desk
from arena.web.drawings import Intervals, intervals
from arena.wire.gen.measures_pb2 import GetSeatEffectsRequest, SeatEffect


@dataclass(frozen=True)
class Seat:
    """The mean score of a place less 1/2, with its 95% interval; place 0 deals first."""

    place: int
    effect: float
    low: float | None
    high: float | None


@dataclass(frozen=True)
class Seats:
    """The seats of a variant, over so many boards."""

    variant: str
    boards: int
    seats: list[Seat]
    drawn: Intervals


async def seats(desk: Desk, variant: str) -> Seats:
    """Show what each seat of a variant is worth."""
    tables = (await desk.ask(GetSeatEffectsRequest(variant=variant))).tables[:1]
    found = [_seat(each) for table in tables for each in table.seats]
    drawn = intervals([(each.effect, each.low, each.high) for each in found])
    return Seats(variant, sum(table.boards for table in tables), found, drawn)


def _seat(found: SeatEffect) -> Seat:
    low, high = (found.low, found.high) if found.HasField("low") else (None, None)
    return Seat(found.place, found.effect, low, high)
