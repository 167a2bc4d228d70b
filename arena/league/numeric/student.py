"""Compute Student's t distribution by the regularised incomplete beta function."""

from collections.abc import Sequence
from math import exp, inf, isinf, lgamma, log, log1p
from statistics import NormalDist

TINY = 1e-300
CLOSE = 1e-15
NORMAL = NormalDist()


def t_cdf(t: float, degrees: float) -> float:
    """Return P(T <= t) for any real *degrees* of freedom; inf gives the normal distribution."""
    if isinf(degrees):
        return NORMAL.cdf(t)
    tail = 0.5 * _incomplete_beta(degrees / 2, 0.5, degrees / (degrees + t * t))
    return 1 - tail if t > 0 else tail


def t_quantile(probability: float, degrees: float) -> float:
    """Return the t with P(T <= t) = *probability*, which is in (0, 1)."""
    if isinf(degrees):
        return NORMAL.inv_cdf(probability)
    if probability < 0.5:
        return -t_quantile(1 - probability, degrees)
    low, high = 0.0, 2.0
    while t_cdf(high, degrees) < probability:
        low, high = high, 2 * high
    while high - low > CLOSE * high:
        middle = (low + high) / 2
        if middle in (low, high):
            break
        low, high = (middle, high) if t_cdf(middle, degrees) < probability else (low, middle)
    return (low + high) / 2


def welch(variances: Sequence[tuple[float, float]]) -> float:
    """Return the degrees of freedom of a sum of independent estimates.

    *variances*: (variance, degrees of freedom) of each. B. L. Welch, "The generalization of Student's problem",
    Biometrika 34 (1947).
    """
    total = sum(variance for variance, _ in variances)
    spread = sum(variance * variance / degrees for variance, degrees in variances)
    return total * total / spread if spread else inf


def _incomplete_beta(a: float, b: float, x: float) -> float:
    """Return I_x(a, b), from the continued fraction DLMF 8.17.22 by Lentz's method."""
    if x <= 0:
        return 0.0
    if x >= 1:
        return 1.0
    if x > (a + 1) / (a + b + 2):
        return 1 - _incomplete_beta(b, a, 1 - x)
    front = exp(lgamma(a + b) - lgamma(a) - lgamma(b) + a * log(x) + b * log1p(-x)) / a
    return front / _fraction(a, b, x)


def _fraction(a: float, b: float, x: float) -> float:
    value = upper = 1.0
    lower = 0.0
    for step in range(1, 10_000):
        half = step // 2
        if step % 2:
            term = -(a + half) * (a + b + half) * x / ((a + step - 1) * (a + step))
        else:
            term = half * (b - half) * x / ((a + step - 1) * (a + step))
        lower = 1 / _away_from_zero(1 + term * lower)
        upper = _away_from_zero(1 + term / upper)
        value *= upper * lower
        if abs(upper * lower - 1) < CLOSE:
            break
    return value


def _away_from_zero(value: float) -> float:
    return value if abs(value) > TINY else TINY
