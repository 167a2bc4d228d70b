"""Memory: does a bot do better when it meets a deal again than when it met it first?

On a board a bot plays the same deal in each rotation, one after another, from another seat each time. One that keeps
what it saw scores more in the last rotation than in the first. Per board: its score in the last less that in the first,
each less what its seat is worth; then the mean over boards, with Student's t (Student, "The probable error of a mean",
Biometrika 6 (1908)), boards being independent. What a seat is worth is the mean score of all who sat there.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from math import sqrt

from arena.league.boards import pair_halves
from arena.league.strength import LEAST_BOARDS
from arena.league.student import t_quantile

CONFIDENCE = 0.99


@dataclass(frozen=True)
class Rotation:
    """One game of a board: who sat in each seat, and the ranks there. Where partners play each player sits twice."""

    seated: tuple[int, ...]
    ranks: tuple[int, ...]


@dataclass(frozen=True)
class MemoryLine:
    """A player's line: the mean over *boards* of last less first, and its 99 % interval, None below 10 boards."""

    player: int
    boards: int
    mean: float
    low: float | None
    high: float | None

    @property
    def is_flagged(self) -> bool:
        """It does better, or worse, the last time, by more than luck would have it in 99 of 100 cases."""
        return self.low is not None and self.high is not None and not self.low <= 0 <= self.high


@dataclass
class _Sums:
    count: int = 0
    total: float = 0.0
    squares: float = 0.0

    def add(self, value: float) -> None:
        self.count += 1
        self.total += value
        self.squares += value * value


@dataclass
class MemoryTest:
    """The boards of one variant, added one by one; then the lines."""

    _boards: list[tuple[dict[int, tuple[int, float]], dict[int, tuple[int, float]]]] = field(default_factory=list)

    def add(self, first: Rotation, last: Rotation) -> None:
        """A closed board's first and last game."""
        self._boards.append((_by_player(first), _by_player(last)))

    def lines(self) -> list[MemoryLine]:
        """One a player, those who gain most first, equals by id."""
        worth = self._worth()
        sums: dict[int, _Sums] = defaultdict(_Sums)
        for first, last in self._boards:
            for player, (seat, score) in last.items():
                before, score_before = first[player]
                sums[player].add((score - worth[seat]) - (score_before - worth[before]))
        lines = [_line(player, each) for player, each in sums.items()]
        return sorted(lines, key=lambda line: (-line.mean, line.player))

    def _worth(self) -> dict[int, float]:
        """The mean score of each seat, over first and last games alike."""
        sums: dict[int, _Sums] = defaultdict(_Sums)
        for games in self._boards:
            for game in games:
                for seat, score in game.values():
                    sums[seat].add(score)
        return {seat: each.total / each.count for seat, each in sums.items()}


def memory_lines(boards: Iterable[tuple[Rotation, Rotation]]) -> list[MemoryLine]:
    """The lines of the first and last games of closed boards of one variant."""
    test = MemoryTest()
    for first, last in boards:
        test.add(first, last)
    return test.lines()


def _by_player(game: Rotation) -> dict[int, tuple[int, float]]:
    """Each player's first seat, and its mean pair score against all other players."""
    seats = {player: seat for seat, player in reversed(list(enumerate(game.seated)))}
    return {player: (seat, _score(game.ranks, seat, seats.values())) for player, seat in seats.items()}


def _score(ranks: Sequence[int], seat: int, seats: Iterable[int]) -> float:
    halves = [pair_halves(ranks[seat], ranks[other]) for other in seats if other != seat]
    return sum(halves) / (2 * len(halves))


def _line(player: int, sums: _Sums) -> MemoryLine:
    mean = sums.total / sums.count
    if sums.count < LEAST_BOARDS:
        return MemoryLine(player, sums.count, mean, None, None)
    variance = max(0.0, sums.squares - sums.count * mean * mean) / (sums.count - 1)
    width = t_quantile((1 + CONFIDENCE) / 2, sums.count - 1) * sqrt(variance / sums.count)
    return MemoryLine(player, sums.count, mean, mean - width, mean + width)
