"""Compute the 95% interval of a mean of board scores in [0, 1], valid near the ends too.

R. G. Newcombe, "Two-sided confidence intervals for the single proportion", Statistics in Medicine 17 (1998). Method 4
(Wilson's, corrected for continuity) is used on the effective number of boards. That number is from E. L. Korn, B. I.
Graubard, "Confidence intervals for proportions with small expected number of positive counts", Survey Methodology 24
(1998). See docs/explanation/rating-formulas.md.
"""

from collections.abc import Sequence
from functools import lru_cache
from math import fsum, hypot, sqrt
from typing import Final, TypeAlias

from arena.league.numeric.student import NORMAL, t_quantile, welch

CONFIDENCE: Final = 0.95
LEAST_BOARDS: Final = 10  # with fewer there is no interval
LEAST_BLOCKS: Final = 3  # with fewer there is no interval
FEW_BLOCKS: Final = 12  # with fewer the scatter of boards counts if it is larger than that of blocks
TAIL: Final = (1 - CONFIDENCE) / 2
Z: Final = NORMAL.inv_cdf(1 - TAIL)
WHOLE: Final = 2  # boards with the largest possible scatter, added to those that were played

Interval: TypeAlias = tuple[float, float]
Part: TypeAlias = tuple[int, float, float, int]  # boards, score, its standard error, blocks


def score_interval(boards: int, score: float, error: float, blocks: int | None = None) -> Interval | None:
    """Bound the mean of scores in [0, 1] whose mean is *score*; None below 10 boards or 3 blocks.

    *error*: its standard error; sqrt(sum((x - score)^2) / (boards - 1) / boards) for independent boards. *blocks*: the
    number of independent blocks, by default every board.
    """
    return average([(boards, score, error, boards if blocks is None else blocks)])[3]


def average(parts: Sequence[Part]) -> tuple[int, float, float, Interval | None]:
    """Average several variants, each counting equally: boards, score, standard error and interval.

    The interval is None unless each part has 10 boards in at least 3 blocks.
    """
    count = len(parts)
    boards, fewest = sum(part[0] for part in parts), min(part[0] for part in parts)
    score = fsum(score for _, score, _, _ in parts) / count
    error = hypot(*(error for _, _, error, _ in parts)) / count
    if fewest < LEAST_BOARDS or min(blocks for *_, blocks in parts) < LEAST_BLOCKS:
        return boards, score, error, None
    low, high = _newcombe(score, _effective(parts, score))
    swept = swept_bound(count * fewest)  # no other score may be surer than winning all
    return (
        boards,
        score,
        error,
        (swept if score == 1 else min(low, swept), 1 - swept if score == 0 else max(high, 1 - swept)),
    )


def swept_bound(boards: int) -> float:
    """Return the mean score below which winning all *boards* happens at most once in 40 times."""
    return float(TAIL ** (1 / boards))


def _effective(parts: Sequence[Part], score: float) -> float:
    """Return how many boards won or lost whole have as much information."""
    binomial = score * (1 - score)
    if not binomial:
        return sum(part[0] for part in parts)
    variances = []
    for boards, _, error, blocks in parts:
        squares = error * error * boards * (boards - 1)
        variances.append(((squares + WHOLE * binomial) / (boards - 1 + WHOLE) / boards, blocks - 1))
    degrees = variances[0][1] if len(parts) == 1 else int(welch(variances))
    return binomial * len(parts) ** 2 / fsum(variance for variance, _ in variances) * (Z / t_end(degrees)) ** 2


@lru_cache(maxsize=10_000)
def t_end(degrees: int) -> float:
    """Return how many standard errors a 95% interval of Student's t reaches."""
    return t_quantile(1 - TAIL, degrees)


def _newcombe(score: float, boards: float) -> Interval:
    if boards < 1:
        return 0.0, 1.0  # the formula holds from one board on
    failure, square = 1 - score, Z * Z
    middle, whole = 2 * boards * score + square, 2 * (boards + square)
    below = Z * sqrt(max(0.0, square - 2 - 1 / boards + 4 * score * (boards * failure + 1)))
    above = Z * sqrt(max(0.0, square + 2 - 1 / boards + 4 * score * (boards * failure - 1)))
    low = max(0.0, (middle - 1 - below) / whole)
    return (low if score else 0.0), (min(1.0, (middle + 1 + above) / whole) if failure else 1.0)
