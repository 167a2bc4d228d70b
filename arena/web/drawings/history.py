"""A number over time, as a line."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

WIDTH, HEIGHT = 600, 160
MOST_POINTS: Final = 300


@dataclass(frozen=True)
class History:
    """A line in a picture of 600 by 160, and the numbers at its ends."""

    points: str
    least: float
    most: float
    last: float
    count: int


def history(numbers: Sequence[float]) -> History:
    """Draw *numbers*, two or more, in their order; of many every so many-th."""
    step = -(-len(numbers) // MOST_POINTS)
    shown = [*numbers[:-1:step], numbers[-1]]
    least, most = min(shown), max(shown)
    reach = (most - least) or 1.0
    points = [
        f"{WIDTH * index / (len(shown) - 1):.1f},{HEIGHT * (1 - (each - least) / reach):.1f}"
        for index, each in enumerate(shown)
    ]
    return History(" ".join(points), least, most, numbers[-1], len(numbers))
