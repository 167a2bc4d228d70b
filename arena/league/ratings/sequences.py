"""Compare players by confidence sequences, which hold at all moments together.

A 95% interval holds at one moment. If a reader compares two equal players after each block, their intervals exclude
each other at some time. A confidence sequence errs in at most about 5% of tables, however often a reader looks.

    evidence = exp(z^2 x / (2 (1 + x))) / sqrt(1 + x)

Here z is a difference in standard errors, and x a quarter of the number of blocks. The evidence is a mixture of
likelihood ratios. If the true difference is 0, the evidence ever reaches N with a probability of at most 1 / N. Solved
for z, this is Theorem 2.2 of I. Waudby-Smith, D. Arbour, R. Sinha, E. Kennedy, A. Ramdas,
"Time-uniform central limit theory and asymptotic confidence sequences", Annals of Statistics 52 (2024). The theorem
needs many blocks. With few, z is the normal deviate of Student's t: sqrt(d log(1 + t^2 / d)), d degrees of freedom (D.
L. Wallace, Annals of Mathematical Statistics 30 (1959)).
"""

from collections.abc import Mapping
from math import exp, log, log1p
from typing import Final, TypeAlias

from arena.league.ratings.interval import CONFIDENCE

SCALE: Final = 4  # blocks; the sequence is narrowest, compared with an interval, at 8 to 16 times as many
MAX_UNPROVEN: Final = 0.99  # the largest probability that is shown without evidence of its own size

Pair: TypeAlias = tuple[int, int]


def log_evidence(errors: float, blocks: int) -> float:
    """Return the natural logarithm of the evidence that a difference of so many standard *errors* is not 0.

    *blocks*: those of the player with fewer, at least 2.
    """
    degrees, ratio = blocks - 1, blocks / SCALE
    return (degrees * log1p(errors * errors / degrees) * ratio / (1 + ratio) - log1p(ratio)) / 2


def separate(evidence: Mapping[Pair, float]) -> list[Pair]:
    """Return the pairs that differ beyond chance: at most about 5% of tables ever have a false one.

    *evidence*: its logarithm for each pair of the table. The strongest of m pairs needs evidence of m / 0.05, the next
    one (m - 1) / 0.05, and so on (S. Holm, Scandinavian Journal of Statistics 6, 1979).
    """
    pairs = sorted(evidence, key=evidence.__getitem__, reverse=True)
    for place, pair in enumerate(pairs):
        if evidence[pair] < log((len(pairs) - place) / (1 - CONFIDENCE)):
            return pairs[:place]
    return pairs


def limit_likelihood(likely: float, evidence: float) -> float:
    """Return *likely*, cut to 1% to 99%, or to 1 / N to 1 - 1 / N with evidence of N above 100.

    *evidence*: the logarithm of N.
    """
    most = max(MAX_UNPROVEN, 1 - exp(-evidence))
    return min(max(likely, 1 - most), most)
