"""Dots with intervals on one scale."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import floor, log10
from typing import Final

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
