"""How evenly a schedule brings its entrants together."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import combinations

from arena.league.schedule import ScheduledBoard


@dataclass(frozen=True)
class Evenness:
    """Of the counts of all possible pairs: the least, the greatest, the mean."""

    least: int
    most: int
    mean: float

    @property
    def spread(self) -> int:
        return self.most - self.least

    @property
    def is_even(self) -> bool:
        """They differ by 1 at most, or by a tenth of their mean."""
        return self.spread <= max(1, self.mean / 10)


def counted(schedule: Iterable[ScheduledBoard], entrants: int) -> tuple[Evenness, Evenness]:
    """How often pairs meet, and how often one sits at the left of another."""
    met: Counter[tuple[int, int]] = Counter()
    left: Counter[tuple[int, int]] = Counter()
    for board in schedule:
        met.update(combinations(sorted(board.line_up), 2))
        left.update(zip(board.line_up, (*board.line_up[1:], board.line_up[0]), strict=True))
    pairs = entrants * (entrants - 1)
    return _evenness(met, pairs // 2), _evenness(left, pairs)


def _evenness(counts: Counter[tuple[int, int]], possible: int) -> Evenness:
    least = min(counts.values()) if len(counts) == possible else 0
    return Evenness(least, max(counts.values()), counts.total() / possible)
