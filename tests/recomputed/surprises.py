"""Scores that ratings do not explain (docs/explanation/ratings.md)."""

from collections.abc import Iterator
from itertools import combinations
from math import sqrt
from typing import NamedTuple

from tests.recomputed.intervals import t_cdf
from tests.recomputed.official import Fit, Part, fitted


class Surprise(NamedTuple):
    """*bot* did better than the ratings say."""

    bot: str
    opponent: str
    boards: int
    score: float
    expected: float
    errors: float

    @property
    def likelihood(self) -> float:
        return 2 * (1 - t_cdf(self.errors, self.boards - 1))


def surprises(part: Part) -> list[Surprise]:
    """Of one official table, the least likely first."""
    tested = sorted(_tested(fitted(part.rows)), key=lambda each: each.likelihood)
    for place, each in enumerate(tested):
        if each.likelihood * (len(tested) - place) > 0.05:
            return tested[:place]
    return tested


def _tested(fit: Fit) -> Iterator[Surprise]:
    for i, j in combinations(range(len(fit.bots)), 2):
        n, q = int(fit.n[i, j]), float(fit.q[i, j])
        h = n * q * float(fit.g[i, i] + fit.g[j, j] - 2 * fit.g[i, j])
        if n < 10 or h > 0.9:
            continue
        if fit.score[i, j] < n * fit.e[i, j]:
            i, j = j, i
        x, e = float(fit.score[i, j]) / n, float(fit.e[i, j])
        v = (float(fit.squares[i, j]) - n * x * x + 2 * q) / (n + 1) / n
        yield Surprise(fit.bots[i], fit.bots[j], n, x, e, (x - e) / sqrt(max(v, fit.d * q / n) * (1 - h)))
