"""Measure how much closer in strength players are who were drawn to meet by results.

In a Swiss tournament or a ladder successful players meet each other. So luck selects the meetings, and no later board
corrects that: strengths come out too far apart. This is the term J of the bias of D. R. Cox, E. J. Snell, "A general
definition of residuals", Journal of the Royal Statistical Society B 30 (1968), which is 0 if no result changes the
schedule. Suppose players who differ by x meet in proportion to exp(-c x^2 / 2), with c their closeness. A pair then has
c x fewer of its boards for each unit of more distance. To first order that moves strengths as far apart as 4 c virtual
draws move them together, shared out as those of any schedule.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations
from typing import TypeAlias

Pair: TypeAlias = tuple[int, int]  # places, the lower one first
Drawn: TypeAlias = tuple[int, Pair, int]  # a tournament, a pair drawn to meet there, and its boards


def boards_by_closeness(drawn: Iterable[Drawn], strengths: Sequence[float]) -> dict[Pair, float]:
    """Return each pair's boards, each times its tournament's closeness.

    Closeness is 1 / (mean squared difference of those who met) - 1 / (mean squared difference of any two). Each counts
    as often as it was drawn. It is the c above if strengths are normally distributed. It is 0 if those who met are no
    closer than any two.
    """
    tournaments: dict[int, Counter[Pair]] = defaultdict(Counter)
    for tournament, pair, boards in drawn:
        tournaments[tournament][pair] += boards
    sums: dict[Pair, float] = defaultdict(float)
    for met in tournaments.values():
        closeness = _closeness(met, strengths)
        for pair, boards in met.items():
            sums[pair] += closeness * boards
    return sums


def _closeness(met: Mapping[Pair, int], strengths: Sequence[float]) -> float:
    often: Counter[int] = Counter()
    for (i, j), boards in met.items():
        often[i] += boards
        often[j] += boards
    blindly = {(i, j): often[i] * often[j] for i, j in combinations(often, 2)}
    near, far = (_mean_square(pairs, strengths) for pairs in (met, blindly))
    return max(0.0, 1 / near - 1 / far) if near and far else 0.0


def _mean_square(pairs: Mapping[Pair, int], strengths: Sequence[float]) -> float:
    squares = sum(times * (strengths[i] - strengths[j]) ** 2 for (i, j), times in pairs.items())
    return squares / sum(pairs.values())
