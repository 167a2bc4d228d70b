"""Turn numbers into the coordinates and shades of a drawing."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import floor, log10
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


Numbers = tuple[float, float | None, float | None]  # the dot, the ends of its interval

MOST_TICKS: Final = 6


@dataclass(frozen=True)
class Dot:
    """A dot and its interval, in percent of the width; an end that is open is at the border."""

    at: float
    low: float
    high: float
    has_interval: bool


@dataclass(frozen=True)
class Tick:
    """A mark of the scale: where, in percent of the width, and its number."""

    at: float
    number: float


@dataclass(frozen=True)
class Intervals:
    """A picture of numbers with their intervals."""

    dots: list[Dot]
    ticks: list[Tick]


def intervals(numbers: Sequence[Numbers]) -> Intervals:
    """Place all *numbers* on one scale that shows each interval whole."""
    told = [each for three in numbers for each in three if each is not None]
    least, most = (min(told), max(told)) if told else (0.0, 1.0)
    margin = (most - least) * 0.04 or 1.0
    least, most = least - margin, most + margin

    def at(number: float) -> float:
        return round(100 * (number - least) / (most - least), 2)

    dots = [
        Dot(
            at(number),
            0.0 if low is None else at(low),
            100.0 if high is None else at(high),
            low is not None or high is not None,
        )
        for number, low, high in numbers
    ]
    return Intervals(dots, [Tick(at(each), each) for each in _round_numbers(least, most)])


def _round_numbers(least: float, most: float) -> list[float]:
    """Return round numbers between two, at most `MOST_TICKS`."""
    wanted = (most - least) / MOST_TICKS
    power: float = 10.0 ** floor(log10(wanted))
    step = next(power * each for each in (1, 2, 5, 10) if power * each >= wanted)
    first = floor(least / step) + 1
    return [round(number * step, 6) for number in range(first, floor(most / step) + 1)]


WALLS_WIDTH, WALLS_HEIGHT = 600.0, 200.0


@dataclass(frozen=True)
class Walls:
    """Two lines in a picture of 600 by 200.

    The upper wall is at 20, the lower one at 180, and 100 is where nothing is known. *stronger*
    climbs to the upper wall, *not_stronger* falls to the lower one; a side that has lost money
    stays in the middle. *deals*: at the right border.
    """

    stronger: str
    not_stronger: str
    deals: int


def walls(path: Sequence[tuple[int, float, float]]) -> Walls:
    """Draw a path: deals, and which part of the way to its wall either side has come (1: there)."""
    most = max([deals for deals, _, _ in path] + [1])

    def at(deals: int, part: float, way: int) -> str:
        return f"{WALLS_WIDTH * deals / most:.1f},{WALLS_HEIGHT / 2 - way * 80 * min(1.0, max(0.0, part)):.1f}"

    begun = "0.0,100.0"
    return Walls(
        " ".join([begun, *(at(deals, up, 1) for deals, up, _ in path)]),
        " ".join([begun, *(at(deals, down, -1) for deals, _, down in path)]),
        most,
    )


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
