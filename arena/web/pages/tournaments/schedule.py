"""How evenly a schedule has brought bots together so far: of the crosstable's counts."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import comb, fsum

from arena.wire.gen.standings_pb2 import Meeting, Standing


@dataclass(frozen=True)
class Spread:
    """Counts: the least, the most, the mean."""

    least: int
    most: int
    mean: float


@dataclass(frozen=True)
class Evenness:
    """Closed boards of each *pair* that has met, and of each bot; *unmet* pairs have not met, or may not."""

    pairs: Spread
    unmet: int
    bots: Spread


def evenness(lines: Sequence[Standing], met: Sequence[Meeting]) -> Evenness | None:
    """Return how even the closed boards are; None before two bots have met."""
    if not met:
        return None
    together, each = [meeting.boards for meeting in met], [line.boards for line in lines]
    return Evenness(_spread(together), comb(len(lines), 2) - len(met), _spread(each))


def _spread(counts: Sequence[int]) -> Spread:
    return Spread(min(counts), max(counts), fsum(counts) / len(counts))
