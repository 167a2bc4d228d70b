"""Student's t and the interval of a mean score, by docs/explanation/rating-formulas.md."""

from collections.abc import Sequence
from math import atan, cos, exp, fsum, log, pi, sin, sqrt

Z = 1.959963984540054


Part = tuple[float, float, float, int]  # boards, mean score, error, blocks


def mean_interval(m: float, error: float, n: float, blocks: int | None = None) -> tuple[float, float]:
    """Of one variant; *n* boards are 10 or more; *blocks*: all boards unless given."""
    return interval_over([(n, m, error, int(n) if blocks is None else blocks)])


def interval_over(parts: Sequence[Part]) -> tuple[float, float]:
    """Over several variants, each of which counts equally."""
    k = len(parts)
    m = fsum(score for _, score, *_ in parts) / k
    bound = 0.025 ** (1 / (k * min(n for n, *_ in parts)))
    big = sum(n for n, *_ in parts) if m in (0, 1) else _effective(parts, m)
    if big < 1:
        return 0.0, 1.0
    lower = Z * sqrt(max(0.0, Z**2 - 2 - 1 / big + 4 * m * (big * (1 - m) + 1)))
    low = (2 * big * m + Z**2 - 1 - lower) / (2 * (big + Z**2))
    upper = Z * sqrt(max(0.0, Z**2 + 2 - 1 / big + 4 * m * (big * (1 - m) - 1)))
    high = (2 * big * m + Z**2 + 1 + upper) / (2 * (big + Z**2))
    if m in (0, 1):
        return (bound, 1.0) if m else (0.0, 1 - bound)
    return min(max(0.0, low), bound), max(min(1.0, high), 1 - bound)


def _effective(parts: Sequence[Part], m: float) -> float:
    """N of the page: so many boards, won or lost whole, say as much."""
    v = [(error**2 * n * (n - 1) + 2 * m * (1 - m)) / (n + 1) / n for n, _, error, _ in parts]
    welch = fsum(v) ** 2 / fsum(each**2 / (blocks - 1) for each, (*_, blocks) in zip(v, parts, strict=True))
    degrees = int(welch) if len(parts) > 1 else parts[0][3] - 1
    return m * (1 - m) / (fsum(v) / len(parts) ** 2) * (Z / t_quantile(degrees)) ** 2


def t_cdf(t: float, degrees: int) -> float:
    """M. Abramowitz, I. Stegun, Handbook of Mathematical Functions, 26.7.3 and 26.7.4."""
    angle = atan(t / sqrt(degrees))
    odd, term, total = degrees % 2, 1.0, 0.0
    power = cos(angle) if odd else 1.0
    for step in range(1 + odd, degrees, 2):
        total += term * power
        power *= cos(angle) ** 2
        term *= step / (step + 1)
    inside = 2 / pi * (angle + sin(angle) * total) if odd else sin(angle) * total
    return 0.5 + inside / 2


def log_evidence(t: float, blocks: int) -> float:
    x, d = blocks / 4, blocks - 1
    return d * log(1 + t * t / d) * x / (2 * (1 + x)) - log(1 + x) / 2


def limited(likely: float, evidence: float) -> float:
    """*evidence*: its logarithm."""
    most = max(0.99, 1 - exp(-evidence))
    return min(max(likely, 1 - most), most)


def t_quantile(degrees: int, probability: float = 0.975) -> float:
    low, high = 0.0, 1000.0
    for _ in range(200):
        middle = (low + high) / 2
        low, high = (middle, high) if t_cdf(middle, degrees) < probability else (low, middle)
    return (low + high) / 2
