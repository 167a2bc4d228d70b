"""Test whether a bot does better when it meets a deal again.

On a board a bot plays the same deal in each rotation, one after another, from another seat each time. One that keeps
what it saw scores more in the last rotation than in the first. Per board: its score in the last less that in the first,
each less what its seat is worth; then the mean over boards, with Student's t (Student, "The probable error of a mean",
Biometrika 6 (1908)), boards being independent. What a seat is worth is the mean score of all who sat there.
"""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from math import sqrt

from arena.league.numeric.student import t_quantile
from arena.league.ratings.interval import LEAST_BOARDS

CONFIDENCE = 0.99


@dataclass(frozen=True)
class MemoryTally:
    """Boards that *player* began and ended in the same two seats.

    Of one variant; it sat in *first_seat* in the first game, and in *last_seat* in the last.

    Attributes:
        first: half points that it took off all others in the first games.
        last: the same of the last games.
        squares: last less first of each board, squared.
    """

    player: int
    first_seat: int
    last_seat: int
    boards: int
    first: int
    last: int
    squares: int


@dataclass(frozen=True)
class MemoryLine:
    """A player's mean of last less first game over *boards*.

    With its 99 % interval, None below 10 boards.
    """

    player: int
    boards: int
    mean: float
    low: float | None
    high: float | None

    @property
    def is_flagged(self) -> bool:
        """Whether its last games differ by more than luck allows.

        They are better, or worse, than the first by more than luck would have it in 99 of 100
        cases.
        """
        return self.low is not None and self.high is not None and not self.low <= 0 <= self.high


@dataclass
class _Sums:
    count: int = 0
    total: float = 0.0
    squares: float = 0.0

    def add(self, tally: MemoryTally, worth: float) -> None:
        """Add boards whose last seat is *worth* more than the first.

        By so many half points.
        """
        gained = tally.last - tally.first
        self.count += tally.boards
        self.total += gained - tally.boards * worth
        self.squares += tally.squares - 2 * worth * gained + tally.boards * worth * worth


def memory_lines(found: Iterable[MemoryTally], seats: int) -> list[MemoryLine]:
    """Return the memory test's line of each player.

    Those who gain most first, equals by id. *seats*: of the variant; where partners play its 2
    sides.
    """
    tallies = sorted(found, key=lambda each: (each.player, each.first_seat, each.last_seat))
    worth = _worth(tallies)
    sums: dict[int, _Sums] = defaultdict(_Sums)
    for each in tallies:
        sums[each.player].add(each, worth[each.last_seat] - worth[each.first_seat])
    lines = [_line(player, each, 2 * (seats - 1)) for player, each in sums.items()]
    return sorted(lines, key=lambda line: (-line.mean, line.player))


def _worth(tallies: Iterable[MemoryTally]) -> dict[int, float]:
    """Return each seat's mean half points over first and last games."""
    games: dict[int, int] = defaultdict(int)
    halves: dict[int, int] = defaultdict(int)
    for each in tallies:
        for seat, taken in ((each.first_seat, each.first), (each.last_seat, each.last)):
            games[seat] += each.boards
            halves[seat] += taken
    return {seat: halves[seat] / games[seat] for seat in games}


def _line(player: int, sums: _Sums, most: int) -> MemoryLine:
    """Make a line of sums.

    In scores, 0 to 1: *most* half points are to be had in a game.
    """
    mean = sums.total / sums.count
    if sums.count < LEAST_BOARDS:
        return MemoryLine(player, sums.count, mean / most, None, None)
    variance = max(0.0, sums.squares - sums.count * mean * mean) / (sums.count - 1)
    width = t_quantile((1 + CONFIDENCE) / 2, sums.count - 1) * sqrt(variance / sums.count)
    return MemoryLine(player, sums.count, mean / most, (mean - width) / most, (mean + width) / most)
