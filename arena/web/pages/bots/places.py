"""What a bot scores from each seat of its latest tournaments."""

from collections.abc import Sequence
from dataclasses import dataclass

from arena.api.inside import Desk
from arena.wire.gen.measures_pb2 import GetSeatScoresRequest, SeatScore
from arena.wire.gen.tournaments_pb2 import Tournament


@dataclass(frozen=True)
class Place:
    """Its *games* in a seat: mean score, 0..1, with its interval (None below 10 games), and points a game."""

    place: int
    games: int
    score: float
    low: float | None
    high: float | None
    points: float


@dataclass(frozen=True)
class Places:
    """Its seats in a variant of a tournament, from who deals first; *drawn*: by number, as each game draws."""

    tournament: str
    variant: str
    drawn: bool
    places: list[Place]


async def places(desk: Desk, bot: str, tournaments: Sequence[Tournament]) -> list[Places]:
    """Return a table a variant of each of *tournaments*."""
    found: list[Places] = []
    for tournament in tournaments:
        answer = await desk.ask(GetSeatScoresRequest(name=tournament.name, bot=bot))
        found += [
            Places(tournament.name, each.variant, each.drawn, [_place(seat) for seat in each.seats])
            for each in answer.variants
            if each.seats
        ]
    return found


def _place(found: SeatScore) -> Place:
    has_interval = found.HasField("low")
    low, high = (found.low, found.high) if has_interval else (None, None)
    return Place(found.place, found.games, found.score, low, high, found.points)
