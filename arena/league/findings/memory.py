"""Test whether a bot does better when it meets a deal again.

On a board a bot plays the same deal in each rotation, from another seat each time. A bot that remembers scores more in
the last rotation than in the first. The gain on a board is its score in the last rotation less that in the first, each
less the worth of its seat. The test is Student's t of the mean gain over boards (Student, "The probable error of a
mean", Biometrika 6 (1908)). The worth of a seat is the mean score of all players in it.
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
    """A player's boards of one variant from *first_seat* in the first game to *last_seat* in the last.

    *first*, *last*: half points won from all others in those games. *squares*: sum over boards of (last - first)
    squared.
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
    """A player's mean gain from the first to the last game, with its 99% interval: None below 10 boards."""

    player: int
    boards: int
    mean: float
    low: float | None
    high: float | None

    @property
    def is_flagged(self) -> bool:
        """Whether the gain differs from 0 by more than luck allows in 99 of 100 cases."""
        return self.low is not None and self.high is not None and not self.low <= 0 <= self.high


@dataclass
class _Sums:
    count: int = 0
    total: float = 0.0
    squares: float = 0.0

    def add(self, tally: MemoryTally, worth: float) -> None:
        """Add boards whose last seat is *worth* so many half points more than the first one."""
        gained = tally.last - tally.first
        self.count += tally.boards
        self.total += gained - tally.boards * worth
        self.squares += tally.squares - 2 * worth * gained + tally.boards * worth * worth


def memory_lines(tallies: Iterable[MemoryTally], seats: int) -> list[MemoryLine]:
    """Return the memory test's line of each player, largest gain first, then by id.

    *seats*: of the variant; with partners its 2 sides.
    """
    tallies = sorted(tallies, key=lambda each: (each.player, each.first_seat, each.last_seat))
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
    mean = sums.total / sums.count
    if sums.count < LEAST_BOARDS:
        return MemoryLine(player, sums.count, mean / most, None, None)
    variance = max(0.0, sums.squares - sums.count * mean * mean) / (sums.count - 1)
    width = t_quantile((1 + CONFIDENCE) / 2, sums.count - 1) * sqrt(variance / sums.count)
    return MemoryLine(player, sums.count, mean / most, (mean - width) / most, (mean + width) / most)
