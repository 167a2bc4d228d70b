"""Decide when a difference is known: a 95% interval that is valid after any board.

A Student's interval that is checked repeatedly does not cover 95%, and few boards are far from normal. So this is the
confidence sequence of gates (arena/league/gates/betting.py), which covers at all boards at once. Bets need bounds: a
board counts for at most four spreads of the variant's points (arena/league/benchmark.py), either way.
"""

from collections import Counter
from collections.abc import Sequence
from statistics import fmean
from typing import Final, Literal, NamedTuple

from arena.league.benchmark import SPREADS
from arena.league.gates.betting import interval

ERROR: Final = 0.05
EVERY: Final = 10  # boards between two looks
REACH: Final = 4  # spreads

Verdict = Literal["stronger", "weaker", "open"]


class Look(NamedTuple):
    """The mean gain after so many boards, with its 95% interval."""

    boards: int
    mean: float
    low: float
    high: float

    @property
    def verdict(self) -> Verdict:
        """Side of 0 on which the interval lies."""
        return "stronger" if self.low > 0 else "weaker" if self.high < 0 else "open"


def reach_of(variant: str) -> float:
    """Return the most points ahead that count on a board."""
    return REACH * SPREADS[variant]


def look_at(gains: Sequence[float], reach: float) -> Look:
    """Return the look at *gains*, each cut off at *reach*."""
    cut = [max(-reach, min(reach, gain)) for gain in gains]
    ends = interval(Counter(((reach + gain) / (2 * reach), 0) for gain in cut), ERROR)
    low, high = ((2 * end - 1) * reach for end in ends)
    return Look(len(cut), fmean(cut), low, high)


def last_look(gains: Sequence[float], reach: float, least: int, most: int) -> Look | None:
    """Return the look at which a measurement stops, or the last one so far; None before the first.

    It stops at the first verdict after at least *least* boards, and at *most*.
    """
    look = None
    for boards in range(EVERY, min(most, len(gains)) + 1, EVERY):
        if boards >= least or boards + EVERY > len(gains):
            look = look_at(gains[:boards], reach)
            if boards >= least and look.verdict != "open":
                break
    return look
