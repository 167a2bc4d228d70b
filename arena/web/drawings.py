"""Compute the coordinates and shades of the pages' drawings."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import accumulate, chain, pairwise
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


@dataclass(frozen=True)
class Bar:
    """A summand of a sum of points, drawn as a bar."""

    name: str
    points: int
    left: float  # in percent of the drawing's width, as `width`
    width: float


@dataclass(frozen=True)
class Fall:
    """A sum of points drawn as bars; *zero* and *end*: positions of zero and the sum, in percent of the width."""

    bars: list[Bar]
    zero: float
    end: float


def waterfalls(sums: Sequence[Sequence[tuple[str, int]]]) -> list[Fall]:
    """Return drawings of *sums*, each a list of (name, points), on one scale with zero and all partial sums."""
    least, most = _ends(sums)

    def at(points: int) -> float:
        return round(100 * (points - least) / (most - least), 2)

    falls = []
    for parts in sums:
        steps = list(accumulate((points for _, points in parts), initial=0))
        edges = [(at(min(pair)), at(max(pair))) for pair in pairwise(steps)]
        bars = [
            Bar(name, points, left, round(right - left, 2))
            for (name, points), (left, right) in zip(parts, edges, strict=True)
        ]
        falls.append(Fall(bars, at(0), at(steps[-1])))
    return falls


def fall_ticks(sums: Sequence[Sequence[tuple[str, int]]]) -> list[Tick]:
    """Return the ticks of the scale of `waterfalls`."""
    return Scale(*_ends(sums)).ticks()


def _ends(sums: Sequence[Sequence[tuple[str, int]]]) -> tuple[int, int]:
    """Return the lowest and the highest partial sum; they differ."""
    heights = [0, *chain.from_iterable(accumulate(points for _, points in parts) for parts in sums)]
    return min(heights), max(max(heights), min(heights) + 1)
