"""Estimate how much each place after the dealer is worth to an average player.

On a board everybody sits once at every place, with the same deal. So a place's mean over a board's rotations depends
only on the deal's luck and the place's effect, not on strengths. Boards are the clusters: each gives one value, x, and
the effect is the mean of x - 1/2. Its error is that of a mean of independent values, sqrt(sum((x - mean)^2) / (B - 1) /
B) for B boards. Its interval is that of a mean board score (`interval.py`) minus 1/2.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from math import inf, sqrt

from arena.league.ratings.boards import pair_halves
from arena.league.ratings.interval import score_interval


def seat_halves(sides: int, ranks: Iterable[Sequence[int]]) -> list[int]:
    """Return each seat's half points against all other seats, over the games of one board.

    *ranks*: of each game, by seat. *sides*: the number of seats; 2 where partners play, whose sides are seats 0 and 1.
    """
    seats = range(sides)
    games = list(ranks)
    return [
        sum(pair_halves(game[seat], game[other]) for game in games for other in seats if other != seat)
        for seat in seats
    ]


@dataclass
class SeatTally:
    """Sums over boards of one variant, by place.

    *halves*: half points against all others, over all games. *squares*: sums over boards of the squared half points.
    """

    boards: int = 0
    halves: list[int] = field(default_factory=list)
    squares: list[int] = field(default_factory=list)

    def add(self, halves: Sequence[int]) -> None:
        """Count one more board, given its half points by place."""
        if not self.boards:
            self.halves, self.squares = [0] * len(halves), [0] * len(halves)
        for place, new in enumerate(halves):
            self.halves[place] += new
            self.squares[place] += new * new
        self.boards += 1

    def turned(self, dealer: int) -> "SeatTally":
        """Return this tally, given by seat, by distance from seat *dealer*, which deals first."""
        first = dealer % max(1, len(self.halves))
        return SeatTally(
            self.boards, self.halves[first:] + self.halves[:first], self.squares[first:] + self.squares[:first]
        )


@dataclass(frozen=True)
class SeatEffect:
    """The mean score of a place minus 1/2. *low*, *high*: its 95% interval; None below 10 boards.

    *place*: 0 deals first, 1 sits on its left, and so on; where partners play, 0 is the side that deals first. *error*:
    inf with one board.
    """

    place: int
    effect: float
    error: float
    low: float | None
    high: float | None


def seat_effects(tallies: Iterable[SeatTally]) -> list[SeatEffect]:
    """Return the effects of all places, in order; their sum is 0."""
    nonempty = [tally for tally in tallies if tally.boards]
    boards = sum(tally.boards for tally in nonempty)
    halves = [sum(each) for each in zip(*(tally.halves for tally in nonempty), strict=True)]
    squares = [sum(each) for each in zip(*(tally.squares for tally in nonempty), strict=True)]
    return [_effect(place, boards, halves[place], squares[place], len(halves)) for place in range(len(halves))]


def _effect(place: int, boards: int, halves: int, squares: int, places: int) -> SeatEffect:
    most = 2 * places * (places - 1)  # maximum of half points that one place can win on a board
    effect = halves / boards / most - 0.5
    if boards == 1:
        return SeatEffect(place, effect, inf, None, None)
    spread = (boards * squares - halves * halves) / boards / most**2  # the dividend is exact, as it is an integer
    error = sqrt(spread / (boards - 1) / boards)
    interval = score_interval(boards, halves / boards / most, error)
    low, high = (end - 0.5 for end in interval) if interval else (None, None)
    return SeatEffect(place, effect, error, low, high)
