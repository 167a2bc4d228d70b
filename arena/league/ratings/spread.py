"""Divide points ahead by the spread of a variant, so that variants add up (docs/reference/benchmark.md)."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import fsum, hypot, sqrt
from statistics import fmean

from arena.league.numeric.student import welch
from arena.league.ratings.interval import LEAST_BLOCKS, LEAST_BOARDS, Interval, t_end


@dataclass(frozen=True)
class VariantScore:
    """A variant's boards: mean points ahead per hand, and 100 times that over the variant's spread.

    *error*: standard error of *points*. Intervals are Student's, None below 10 boards or 3 blocks.
    """

    variant: str
    boards: int
    blocks: int
    points: float
    error: float
    spread: float

    @property
    def points_interval(self) -> Interval | None:
        """The 95% interval of *points*."""
        if self.boards < LEAST_BOARDS or self.blocks < LEAST_BLOCKS:
            return None
        half = t_end(self.blocks - 1) * self.error
        return self.points - half, self.points + half

    @property
    def score(self) -> float:
        """Lead over the opponents in hundredths of the spread."""
        return 100 * self.points / self.spread

    @property
    def interval(self) -> Interval | None:
        """The 95% interval of *score*."""
        bounds = self.points_interval
        return bounds and (100 * bounds[0] / self.spread, 100 * bounds[1] / self.spread)


def score_variant(variant: str, blocks: Sequence[Sequence[float]], spread: float) -> VariantScore:
    """Return the score of a variant. *blocks*: points ahead per hand of each board of each block, at least one board.

    The error of B blocks of n boards is sqrt(sum((sum - boards x mean)^2) B / (B - 1)) / n; 0 with one block.
    """
    points = [each for block in blocks for each in block]
    mean, count = fmean(points), len(blocks)
    squares = fsum(fsum(each - mean for each in block) ** 2 for block in blocks)
    error = sqrt(squares * count / (count - 1)) / len(points) if count > 1 else 0.0
    return VariantScore(variant, len(points), count, mean, error, spread)


def number_of(scores: Sequence[VariantScore]) -> tuple[float, Interval | None]:
    """Return the mean score of variants, each counting equally, with Welch's interval.

    B. L. Welch, "The generalization of Student's problem", Biometrika 34 (1947).
    """
    score = fsum(each.score for each in scores) / len(scores)
    if any(each.interval is None for each in scores):
        return score, None
    errors = [100 * each.error / each.spread for each in scores]
    degrees = welch([(error * error, each.blocks - 1) for error, each in zip(errors, scores, strict=True)])
    half = t_end(degrees) * hypot(*errors) / len(scores)
    return score, (score - half, score + half)
