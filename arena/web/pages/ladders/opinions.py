"""What else can be said of a variant: a second opinion, and what a seat is worth."""

from collections.abc import Sequence
from dataclasses import dataclass

from arena.api.inside import Desk
from arena.web.drawings.intervals import Intervals, intervals
from arena.wire.gen.measures_pb2 import GetSeatEffectsRequest, SeatEffect
from arena.wire.gen.ratings_pb2 import GetSecondOpinionRequest


@dataclass(frozen=True)
class Opinion:
    """What another model believes of a bot: a mean and a deviation; beside its *rating* and that one's place."""

    place: int
    bot: str
    mu: float
    sigma: float
    games: int
    rating: float | None
    rating_place: int


@dataclass(frozen=True)
class Disagreement:
    """Two bots that the official table orders the other way: how likely *bot* is the stronger by either, 0..1."""

    bot: str
    opponent: str
    official: float
    opinion: float


@dataclass(frozen=True)
class Seat:
    """What a place is worth: the mean score of who sits there, less 1/2; place 0 deals first."""

    place: int
    effect: float
    low: float | None
    high: float | None


@dataclass(frozen=True)
class Opinions:
    """A variant by another model, and by seats; *seat_boards*: of how many boards the latter is."""

    variant: str
    opinions: list[Opinion]
    disagreements: list[Disagreement]
    behind: int
    seats: list[Seat]
    seat_boards: int
    drawn: Intervals


async def opinions(desk: Desk, variant: str) -> Opinions:
    """Show a second opinion on a variant, and what its seats are worth."""
    second = await desk.ask(GetSecondOpinionRequest(variant=variant))
    worth = await desk.ask(GetSeatEffectsRequest(variant=variant))
    seats = [_seat(each) for table in worth.tables[:1] for each in table.seats]
    tables = second.tables[:1]
    return Opinions(
        variant,
        [
            Opinion(
                each.place,
                each.bot,
                each.mu,
                each.sigma,
                each.games,
                each.rating if each.HasField("rating") else None,
                each.rating_place,
            )
            for table in tables
            for each in table.opinions
        ],
        [
            Disagreement(each.bot, each.opponent, each.official, each.opinion)
            for table in tables
            for each in table.disagreements
        ],
        second.behind,
        seats,
        sum(table.boards for table in worth.tables[:1]),
        intervals([(each.effect, each.low, each.high) for each in seats]),
    )


def rows(shown: Opinions) -> Sequence[Opinion]:
    """Return the lines of the second opinion."""
    return shown.opinions


def _seat(found: SeatEffect) -> Seat:
    low, high = (found.low, found.high) if found.HasField("low") else (None, None)
    return Seat(found.place, found.effect, low, high)
