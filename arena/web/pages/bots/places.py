"""What a bot scores from each place, and what it calls."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from arena.api.inside import Desk
from arena.web.drawings import Dot, intervals
from arena.wire.gen.measures_pb2 import Calls, GetSeatScoresRequest, SeatScore
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


@dataclass(frozen=True)
class Call:
    """A bid: how often it was *called*, the share *made* with its interval, mean *points* a hand; None: never.

    *dot* draws the share, None where there is none; the others' share is at *field_at*, in percent of the width.
    """

    name: str
    called: int
    made: float | None
    low: float | None
    high: float | None
    points: float | None
    field_called: int
    field_made: float | None
    field_points: float | None
    dot: Dot | None
    field_at: float | None


def calls(found: Iterable[Calls]) -> list[Call]:
    """Return a bot's bids with their pictures, all on the scale from 0 to 1."""
    told = list(found)
    own = [(_of(each, "made"), _of(each, "low"), _of(each, "high")) for each in told]
    shares = [(made or 0.0, low, high) for made, low, high in own]
    field = [(_of(each, "field_made") or 0.0, None, None) for each in told]
    dots = intervals([*shares, *field, (0.0, None, None), (1.0, None, None)]).dots
    return [
        Call(
            each.name,
            each.called,
            *numbers,
            _of(each, "points"),
            each.field_called,
            _of(each, "field_made"),
            _of(each, "field_points"),
            dots[place] if each.called else None,
            dots[len(told) + place].at if each.field_called else None,
        )
        for place, (each, numbers) in enumerate(zip(told, own, strict=True))
    ]


def _of(found: Calls, name: str) -> float | None:
    """Return a number that may be absent."""
    return float(getattr(found, name)) if found.HasField(name) else None  # type: ignore[arg-type]
