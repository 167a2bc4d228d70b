"""Test whether a bot scores better when it meets a deal again.

On a board a bot plays the same deal in each rotation, each time from another seat. A bot that remembers scores more in
the last rotation than in the first. The gain on a board is its score in the last rotation minus that in the first. From
each score the value of the seat is subtracted: the mean score of all players in it. The test is Student's t of the mean
gain over boards (Student, "The probable error of a mean", Biometrika 6 (1908)).
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
    """A player's boards with *first_seat* in the first rotation and *last_seat* in the last.

    *first*, *last*: half points won from all others in those rotations. *squares*: sum over boards of (last - first)^2.
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
    """A player's mean gain from first to last rotation, with its 99% interval (None below 10 boards)."""

    player: int
    boards: int
    mean: float
    low: float | None
    high: float | None

    @property
    def is_flagged(self) -> bool:
        """Return whether the gain differs from 0 by more than luck explains in 99 of 100 cases."""
        return self.low is not None and self.high is not None and not self.low <= 0 <= self.high


@dataclass
class _Sums:
    count: int = 0
    total: float = 0.0
    squares: float = 0.0

    def add(self, tally: MemoryTally, worth: float) -> None:
        """Add boards. *worth*: the mean half points of the last seat minus those of the first seat."""
        gained = tally.last - tally.first
        self.count += tally.boards
        self.total += gained - tally.boards * worth
        self.squares += tally.squares - 2 * worth * gained + tally.boards * worth * worth


def memory_lines(tallies: Iterable[MemoryTally], seats: int) -> list[MemoryLine]:
    """Return the result of the memory test for each player, largest gain first, then by id.

    *seats*: of the variant; 2, for sides, where partners play.
    """
    tallies = sorted(tallies, key=lambda each: (each.player, each.first_seat, each.last_seat))
    worth = _worth(tallies)
    sums: dict[int, _Sums] = defaultdict(_Sums)
    for each in tallies:
        sums[each.player].add(each, worth[each.last_seat] - worth[each.first_seat])
    lines = [_line(player, each, 2 * (seats - 1)) for player, each in sums.items()]
    return sorted(lines, key=lambda line: (-line.mean, line.player))


def _worth(tallies: Iterable[MemoryTally]) -> dict[int, float]:
    """Return each seat's mean half points, over the first and last rotations of all players."""
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
