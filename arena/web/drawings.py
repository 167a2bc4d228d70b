"""Compute the coordinates and shades of the pages' drawings."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import chain
from math import ceil, floor, log10
from typing import Final

STEPS: Final = 5  # number of shades on either side of even


@dataclass(frozen=True)
class Heat:
    """The colour of a crosstable's cell."""

    warmth: int  # from -5 (lost) over 0 (even) to 5 (won)
    is_sure: bool  # False: hatched, since the 95% interval includes even or is unknown


def heat(score: float, low: float | None, high: float | None) -> Heat:
    """Return the colour of a mean *score* of 0..1 with its 95% interval."""
    is_sure = low is not None and high is not None and not low <= 0.5 <= high
    return Heat(round((score - 0.5) * 2 * STEPS), is_sure)


Numbers = tuple[float, float | None, float | None]  # a number, and the lower and upper end of its interval

MAX_TICKS: Final = 6  # about the maximum number of ticks on a scale


@dataclass(frozen=True)
class Dot:
    """The positions of a number and the ends of its interval, in percent of the width; open ends are 0 or 100."""

    at: float
    low: float
    high: float
    has_interval: bool


@dataclass(frozen=True)
class Tick:
    """A tick of a scale: a round number, and its position in percent of the width."""

    at: float
    number: float


@dataclass(frozen=True)
class Intervals:
    """A drawing of numbers with their intervals on one scale."""

    dots: list[Dot]
    ticks: list[Tick]


@dataclass(frozen=True)
class Scale:
    """A scale from *least* to *most*, which differ."""

    least: float
    most: float

    @classmethod
    def over(cls, numbers: Iterable[float | None]) -> "Scale":
        """Return a scale with a margin around all *numbers*; None is left out."""
        ends = [each for each in numbers if each is not None] or [0.0, 1.0]
        margin = (max(ends) - min(ends)) * 0.04 or 1.0
        return cls(min(ends) - margin, max(ends) + margin)

    def at(self, number: float) -> float:
        """Return the position of *number* in percent of the scale."""
        return round(100 * (number - self.least) / (self.most - self.least), 2)

    def ticks(self, most: int = MAX_TICKS) -> list[Tick]:
        """Return the positions of round numbers, about *most* at most."""
        spacing = (self.most - self.least) / most
        power: float = 10.0 ** floor(log10(spacing))
        step = next(power * each for each in (1, 2, 5, 10) if power * each >= spacing)
        first, last = ceil(round(self.least / step, 6)), floor(round(self.most / step, 6))
        return [Tick(self.at(each), each) for each in (round(at * step, 6) for at in range(first, last + 1))]


def intervals(numbers: Sequence[Numbers], scale: Scale | None = None) -> Intervals:
    """Return a drawing of *numbers* on *scale*; None: one that covers all their intervals."""
    scale, dots = scale or Scale.over(chain.from_iterable(numbers)), []
    for number, low, high in numbers:
        left, right = 0.0 if low is None else scale.at(low), 100.0 if high is None else scale.at(high)
        dots.append(Dot(scale.at(number), left, right, low is not None or high is not None))
    return Intervals(dots, scale.ticks())
