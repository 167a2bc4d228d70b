"""When a difference is known: six looks, at numbers of boards that are fixed beforehand.

An interval that is looked at again and again until it lies beside 0 is no 95% interval. These are:
each look has Student's interval at an error of 5% / 6, so all six hold at once in at least 95 of
100 measurements (C. E. Bonferroni, 1936; as a group-sequential test it is the simplest spending of
the error, K. K. G. Lan, D. L. DeMets, *Biometrika* 70, 1983). So it does not matter at which look
one stops. Boards are independent, and each is a mean over the rotations of its deal.
"""

from collections.abc import Sequence
from math import sqrt
from statistics import fmean, stdev
from typing import Final, Literal, NamedTuple

from arena.league.numeric.student import t_quantile

LOOKS: Final = (25, 50, 100, 200, 400, 800)
ERROR: Final = 0.05 / len(LOOKS)

Verdict = Literal["stronger", "weaker", "open"]


class Look(NamedTuple):
    """What so many boards say of the mean gain, with a 95% interval that holds at whichever look one stops."""

    boards: int
    mean: float
    low: float
    high: float

    @property
    def verdict(self) -> Verdict:
        """On which side of 0 the interval lies."""
        return "stronger" if self.low > 0 else "weaker" if self.high < 0 else "open"


def look_at(gains: Sequence[float]) -> Look:
    """Return what *gains*, as many as a look has, say."""
    assert len(gains) in LOOKS
    half = t_quantile(1 - ERROR / 2, len(gains) - 1) * stdev(gains) / sqrt(len(gains))
    mean = fmean(gains)
    return Look(len(gains), mean, mean - half, mean + half)


def last_look(gains: Sequence[float], least: int, most: int) -> Look | None:
    """Return the look at which a measurement stops, or the last one so far; None before the first.

    It stops at the first verdict from *least* boards on, and at *most*.
    """
    found = None
    for boards in LOOKS:
        if boards <= min(most, len(gains)):
            found = look_at(gains[:boards])
            if boards >= least and found.verdict != "open":
                break
    return found


def next_look(gains: Sequence[float], least: int, most: int) -> int | None:
    """Return how many boards the next look has; None where the measurement is over."""
    look = last_look(gains, least, most)
    if look is None:
        return LOOKS[0]
    if look.boards >= most or (look.verdict != "open" and look.boards >= least):
        return None
    return LOOKS[LOOKS.index(look.boards) + 1]
