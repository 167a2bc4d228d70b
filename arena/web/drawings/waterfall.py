"""Bars that begin where the one before ends: what a sum is made of."""

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Bar:
    """A part, in percent of the width: from *left*, *width* wide."""

    name: str
    points: int
    left: float
    width: float


@dataclass(frozen=True)
class Fall:
    """The bars of one sum, where it begins and where it ends, in percent of the width."""

    bars: list[Bar]
    zero: float
    end: float


def waterfalls(sums: Sequence[Sequence[tuple[str, int]]]) -> list[Fall]:
    """Draw sums of (name, points) on one scale that has zero and all that they come by."""
    heights = [0]
    for parts in sums:
        height = 0
        for _, points in parts:
            height += points
            heights.append(height)
    least, most = min(heights), max(heights)
    span = most - least or 1

    def at(points: int) -> float:
        return round(100 * (points - least) / span, 2)

    falls = []
    for parts in sums:
        bars, height = [], 0
        for name, points in parts:
            low, high = sorted((height, height + points))
            bars.append(Bar(name, points, at(low), round(at(high) - at(low), 2)))
            height += points
        falls.append(Fall(bars, at(0), at(height)))
    return falls
