"""The 95% interval of a mean board score, by the method of the official table (docs/explanation/ratings.md)."""

from collections.abc import Sequence
from functools import lru_cache
from math import fsum, sqrt
from typing import Final, TypeAlias

from arena.league.numeric.student import t_quantile, welch
from arena.league.ratings.strengths import CONFIDENCE, LEAST_BOARDS

DRAWN: Final = 0.5  # what a virtual drawn board scores

Interval: TypeAlias = tuple[float, float]


def score_interval(boards: int, score: float, error: float, degrees: int | None = None) -> Interval | None:
    """The interval of a mean over *boards* with the standard error *error*; None below 10 boards.

    Student's t of *degrees* of freedom, boards - 1 if not given, cut off at 0 and 1. Boards that were all won (or all
    lost) do not scatter, which says nothing of how sure that is: they are taken with one virtual drawn board more, as
    in the official table, and the interval reaches to 1 (or 0).
    """
    if boards < LEAST_BOARDS:
        return None
    if score in (0.0, 1.0):
        # Of n boards of 1 and one of 1/2 the mean is 1 - 1/2 / (n + 1), and so large is its standard error too.
        width = (1 + _quantile(boards)) * DRAWN / (boards + 1)
        return (1 - width, 1.0) if score else (0.0, width)
    width = _quantile(boards - 1 if degrees is None else degrees) * error
    return max(0.0, score - width), min(1.0, score + width)


def average(parts: Sequence[tuple[int, float, float]]) -> tuple[int, float, float, Interval | None]:
    """Means over several variants as one in which each counts equally; *parts* are (boards, score, error).

    Boards, score, standard error and interval, the latter only where each part has 10 boards. Degrees of freedom are
    Welch's, rounded down.
    """
    count = len(parts)
    boards = sum(boards for boards, _, _ in parts)
    score = fsum(score for _, score, _ in parts) / count
    variances = [(error * error, max(1, boards - 1)) for boards, _, error in parts]
    error = sqrt(fsum(variance for variance, _ in variances)) / count
    if min(boards for boards, _, _ in parts) < LEAST_BOARDS:
        return boards, score, error, None
    degrees = int(welch(variances)) if error else boards - 1
    return boards, score, error, score_interval(boards, score, error, degrees)


@lru_cache(maxsize=10_000)
def _quantile(degrees: int) -> float:
    return t_quantile((1 + CONFIDENCE) / 2, degrees)
