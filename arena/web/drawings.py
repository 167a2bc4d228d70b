"""Compute coordinates and shades of drawings."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate, chain, pairwise
from math import floor, log10
from typing import Final

STEPS: Final = 5  # shades on either side of even, and of strength
BEYOND_CHANCE: Final = 3  # the minimum strength of a cell whose interval excludes even


@dataclass(frozen=True)
class Heat:
    """A cell's colour: *warmth* from -5 (lost) over 0 (even) to 5 (won), *sureness* from 0 to 5."""

    warmth: int
    sureness: int


def heat(score: float, low: float | None, high: float | None) -> Heat:
    """Return the colour of a mean score of 0..1 with its 95% interval; a lead beyond chance is never palest."""
    warmth = round((score - 0.5) * 2 * STEPS)
    if low is None or high is None:
        return Heat(warmth, 0)
    sureness = round(STEPS * max(0.0, 1 - 2 * (high - low)))
    return Heat(warmth, max(sureness, BEYOND_CHANCE) if low > 0.5 or high < 0.5 else sureness)


WIDTH, HEIGHT = 600, 160
MAX_POINTS: Final = 300


@dataclass(frozen=True)
class History:
    """A line in a picture of 600 by 160, with its minimum, maximum and last number."""

    points: str
    least: float
    most: float
    last: float
    count: int


def history(numbers: Sequence[float]) -> History:
    """Draw two or more *numbers* in order, at most about `MAX_POINTS` of them."""
    step = -(-len(numbers) // MAX_POINTS)
    sample = [*numbers[:-1:step], numbers[-1]]
    least, most = min(sample), max(sample)
    reach = (most - least) or 1.0
    points = [
        f"{WIDTH * index / (len(sample) - 1):.1f},{HEIGHT * (1 - (each - least) / reach):.1f}"
        for index, each in enumerate(sample)
    ]
    return History(" ".join(points), least, most, numbers[-1], len(numbers))


Numbers = tuple[float, float | None, float | None]  # a number, and the ends of its interval

MAX_TICKS: Final = 6


@dataclass(frozen=True)
class Dot:
    """A dot and its interval in percent of the width; an open end reaches the border."""

    at: float
    low: float
    high: float
    has_interval: bool


@dataclass(frozen=True)
class Tick:
    """A mark of the scale at *at* percent of the width."""

    at: float
    number: float


@dataclass(frozen=True)
class Intervals:
    """A drawing of numbers with their intervals."""

    dots: list[Dot]
    ticks: list[Tick]


def intervals(numbers: Sequence[Numbers]) -> Intervals:
    """Place all *numbers* on one scale that covers all intervals."""
    ends = [each for three in numbers for each in three if each is not None]
    least, most = (min(ends), max(ends)) if ends else (0.0, 1.0)
    margin = (most - least) * 0.04 or 1.0
    least, most = least - margin, most + margin

    def at(number: float) -> float:
        return round(100 * (number - least) / (most - least), 2)

    dots = []
    for number, low, high in numbers:
        left, right = 0.0 if low is None else at(low), 100.0 if high is None else at(high)
        dots.append(Dot(at(number), left, right, low is not None or high is not None))
    return Intervals(dots, [Tick(at(each), each) for each in _round_numbers(least, most)])


def _round_numbers(least: float, most: float) -> list[float]:
    """Return at most `MAX_TICKS` round numbers between two."""
    spacing = (most - least) / MAX_TICKS
    power: float = 10.0 ** floor(log10(spacing))
    step = next(power * each for each in (1, 2, 5, 10) if power * each >= spacing)
    first = floor(least / step) + 1
    return [round(number * step, 6) for number in range(first, floor(most / step) + 1)]


WALLS_WIDTH, WALLS_HEIGHT = 600.0, 200.0


@dataclass(frozen=True)
class Walls:
    """Two lines in a picture of 600 by 200; *deals* are at the right border.

    *stronger* rises from the middle, 100, to its limit at 20; *not_stronger* falls to its limit at 180. The line of a
    bet that has lost money stays in the middle.
    """

    stronger: str
    not_stronger: str
    deals: int


def walls(path: Sequence[tuple[int, float, float]]) -> Walls:
    """Draw a path of (deals, part of the way to the upper limit, to the lower limit); 1 is at the limit."""
    most = max([deals for deals, _, _ in path] + [1])

    def at(deals: int, part: float, way: int) -> str:
        return f"{WALLS_WIDTH * deals / most:.1f},{WALLS_HEIGHT / 2 - way * 80 * min(1.0, max(0.0, part)):.1f}"

    start = "0.0,100.0"
    return Walls(
        " ".join([start, *(at(deals, up, 1) for deals, up, _ in path)]),
        " ".join([start, *(at(deals, down, -1) for deals, _, down in path)]),
        most,
    )


@dataclass(frozen=True)
class Bar:
    """A summand as a bar, in percent of the width."""

    name: str
    points: int
    left: float
    width: float


@dataclass(frozen=True)
class Fall:
    """The bars of one sum, and the positions of zero and the sum in percent of the width."""

    bars: list[Bar]
    zero: float
    end: float


def waterfalls(sums: Sequence[Sequence[tuple[str, int]]]) -> list[Fall]:
    """Draw sums of (name, points) on one scale that shows zero and every partial sum."""
    ends = [list(accumulate((points for _, points in parts), initial=0)) for parts in sums]
    heights = [0, *chain.from_iterable(ends)]
    least, span = min(heights), max(heights) - min(heights) or 1

    def at(points: int) -> float:
        return round(100 * (points - least) / span, 2)

    falls = []
    for parts, steps in zip(sums, ends, strict=True):
        edges = [(at(min(pair)), at(max(pair))) for pair in pairwise(steps)]
        bars = [
            Bar(name, points, left, round(right - left, 2))
            for (name, points), (left, right) in zip(parts, edges, strict=True)
        ]
        falls.append(Fall(bars, at(0), at(steps[-1])))
    return falls
