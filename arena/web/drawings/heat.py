"""Cells of a heat map that fade with uncertainty."""

from dataclasses import dataclass
from typing import Final

STEPS: Final = 5  # of colour to either side of even, and of strength
BEYOND_CHANCE: Final = 3  # the least strength of a cell whose interval leaves even out


@dataclass(frozen=True)
class Heat:
    """A cell's colour: *warmth* from -5 (lost) over 0 (even) to 5 (won), *sureness* from 0 to 5."""

    warmth: int
    sureness: int


def heat(score: float, low: float | None, high: float | None) -> Heat:
    """Return the colour of a mean score of 0..1 with its 95% interval.

    Without an interval nothing is sure; one as wide as the whole scale is as little. Who is ahead
    beyond chance is never as pale as who is not.
    """
    warmth = round((score - 0.5) * 2 * STEPS)
    if low is None or high is None:
        return Heat(warmth, 0)
    sureness = round(STEPS * max(0.0, 1 - 2 * (high - low)))
    return Heat(warmth, max(sureness, BEYOND_CHANCE) if low > 0.5 or high < 0.5 else sureness)
