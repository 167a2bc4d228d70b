"""Divide points ahead by the spread of a variant, so that variants add up (docs/reference/benchmark.md)."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import fsum, hypot, sqrt
from statistics import fmean, stdev
from typing import Final, TypeAlias

from arena.league.numeric.student import t_quantile, welch

LEAST_BOARDS: Final = 10  # with fewer there is no interval
TAIL: Final = 0.975
Interval: TypeAlias = tuple[float, float]


@dataclass(frozen=True)
class VariantScore:
    """A variant's boards: mean points ahead per hand, and 100 times that over the variant's spread.

    *error*: standard error of *points*. Intervals are Student's, None below 10 boards.
    """

    variant: str
    boards: int
    points: float
    error: float
    spread: float

    @property
    def points_interval(self) -> Interval | None:
        """The 95% interval of *points*."""
        if self.boards < LEAST_BOARDS:
            return None
        half = t_quantile(TAIL, self.boards - 1) * self.error
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


@dataclass(frozen=True)
class Number:
    """The mean score of several variants, each counting equally; the interval is Welch's."""

    score: float
    interval: Interval | None


def score_variant(variant: str, points: Sequence[float], spread: float) -> VariantScore:
    """Return the score of the points of boards, one or more."""
    error = stdev(points) / sqrt(len(points)) if len(points) > 1 else 0.0
    return VariantScore(variant, len(points), fmean(points), error, spread)


def number_of(scores: Sequence[VariantScore]) -> Number:
    """Return the number of all variants.

    B. L. Welch, "The generalization of Student's problem", Biometrika 34 (1947).
    """
    score = fsum(each.score for each in scores) / len(scores)
    if any(each.boards < LEAST_BOARDS for each in scores):
        return Number(score, None)
    errors = [100 * each.error / each.spread for each in scores]
    degrees = welch([(error * error, each.boards - 1) for error, each in zip(errors, scores, strict=True)])
    half = t_quantile(TAIL, degrees) * hypot(*errors) / len(scores)
    return Number(score, (score - half, score + half))
