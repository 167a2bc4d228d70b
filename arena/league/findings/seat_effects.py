"""Estimate the worth of each place after the dealer, for an average player.

On a board everybody sits once at every place, with the same deal. So a place's mean over a board's rotations contains
no player's strength, only the deal's luck and the place's effect. Boards are the clusters: each is one value, x, and
the effect is the mean of x - 1/2. Its error is that of a mean of independent values, sqrt(sum((x - mean)^2) / (B - 1) /
B). Its interval is that of a mean board score (`interval.py`), less 1/2.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from math import inf, sqrt

from arena.league.ratings.boards import pair_halves
from arena.league.ratings.interval import score_interval


def seat_halves(sides: int, ranks: Iterable[Sequence[int]]) -> list[int]:
    """Return each seat's half points against all others, over a board's games.

    *ranks*: of each game, by seat. With partners *sides* is 2, and seats 0 and 1 stand for the sides.
    """
    seats = range(sides)
    games = list(ranks)
    return [
        sum(pair_halves(game[seat], game[other]) for game in games for other in seats if other != seat)
        for seat in seats
    ]


@dataclass
class SeatTally:
    """Sums over boards of one variant by place, in whole numbers.

    *halves*: half points against all others, over all games; *squares*: sum over boards of their squares.
    """

    boards: int = 0
    halves: list[int] = field(default_factory=list)
    squares: list[int] = field(default_factory=list)

    def add(self, halves: Sequence[int]) -> None:
        """Count one more board: its half points by place."""
        if not self.boards:
            self.halves, self.squares = [0] * len(halves), [0] * len(halves)
        for place, new in enumerate(halves):
            self.halves[place] += new
            self.squares[place] += new * new
        self.boards += 1

    def turned(self, dealer: int) -> "SeatTally":
        """Return the tally by place after the dealer, if seat *dealer* deals first on its boards."""
        first = dealer % max(1, len(self.halves))
        return SeatTally(
            self.boards, self.halves[first:] + self.halves[:first], self.squares[first:] + self.squares[:first]
        )


@dataclass(frozen=True)
class SeatEffect:
    """The mean pair score of a place less 1/2, with its 95% interval, None below 10 boards.

    *place*: 0 deals first, 1 is on its left, and so on; with partners 0 is the side that deals first. *error* is inf
    with one board.
    """

    place: int
    effect: float
    error: float
    low: float | None
    high: float | None


def seat_effects(tallies: Iterable[SeatTally]) -> list[SeatEffect]:
    """Return the effects of all places, in order; they add up to 0."""
    nonempty = [tally for tally in tallies if tally.boards]
    boards = sum(tally.boards for tally in nonempty)
    halves = [sum(each) for each in zip(*(tally.halves for tally in nonempty), strict=True)]
    squares = [sum(each) for each in zip(*(tally.squares for tally in nonempty), strict=True)]
    return [_effect(place, boards, halves[place], squares[place], len(halves)) for place in range(len(halves))]


def _effect(place: int, boards: int, halves: int, squares: int, places: int) -> SeatEffect:
    most = 2 * places * (places - 1)  # maximum of half points of one place on a board
    effect = halves / boards / most - 0.5
    if boards == 1:
        return SeatEffect(place, effect, inf, None, None)
    spread = (boards * squares - halves * halves) / boards / most**2  # whole numbers until the division
    error = sqrt(spread / (boards - 1) / boards)
    interval = score_interval(boards, halves / boards / most, error)
    low, high = (end - 0.5 for end in interval) if interval else (None, None)
    return SeatEffect(place, effect, error, low, high)
