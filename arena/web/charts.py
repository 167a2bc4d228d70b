"""Compute charts: lines over time, rows of dots or stacked bars, and columns; each with the table of its numbers.

`templates/charts.html` draws them. All positions are in percent of the plot, from left to right and from top to bottom.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import Final

from arena.web.drawings import MAX_TICKS, Numbers, Scale, intervals

MAX_STYLES: Final = 5  # colours of series; all others are grey, which is style 0
DAYS_APART: Final = (1, 2, 7, 14, 30, 61, 91)  # distances of the ticks on an axis of days
MAX_DATES: Final = 5  # ticks on an axis of days


@dataclass(frozen=True)
class Label:
    """The text of a tick, and its position on the axis."""

    at: float
    text: str


@dataclass(frozen=True)
class Axis:
    """An axis with its unit in the title. *has_grid*: whether each label has a line."""

    title: str
    scale: Scale
    labels: list[Label]
    has_grid: bool = True


@dataclass(frozen=True)
class Mark:
    """A dot and the two ends of its interval; without one, the ends are at the dot."""

    x: float
    y: float
    x1: float
    y1: float
    x2: float
    y2: float


@dataclass(frozen=True)
class Rectangle:
    """A bar or a part of one; *x*, *y*: its upper left corner."""

    x: float
    y: float
    width: float
    height: float
    text: str


@dataclass(frozen=True)
class Series:
    """A series of a chart. *line*, *band*: coordinates of an SVG polyline and polygon, "X,Y X,Y ..."."""

    name: str
    style: int  # 1 to `MAX_STYLES`, or 0
    line: str = ""
    band: str = ""
    marks: list[Mark] = field(default_factory=list)
    bars: list[Rectangle] = field(default_factory=list)


@dataclass(frozen=True)
class Table:
    """The numbers of a chart as text; the first cell of a row is its heading."""

    heads: Sequence[str]
    rows: Sequence[Sequence[str]]


@dataclass(frozen=True)
class Chart:
    """A chart with its table. *rows*: number of rows, whose names are the labels of *y*; 0 if *y* is a scale."""

    title: str
    x: Axis
    y: Axis
    series: list[Series]
    table: Table
    rows: int = 0


Point = tuple[float, float, float | None, float | None]  # x, y, and the lower and upper end of y's interval


def number_axis(title: str, scale: Scale, most: int = MAX_TICKS) -> Axis:
    """Return an axis with about *most* round numbers."""
    numbers = ((each.at, f"{each.number:{',' * (abs(each.number) >= 10_000)}g}") for each in scale.ticks(most))
    return Axis(title, scale, [Label(at, text.replace("-", "\N{MINUS SIGN}")) for at, text in numbers])


def day_axis(days: Iterable[date]) -> Axis:
    """Return an axis of UTC days that covers *days*, with a tick at the last one and at even distances before it."""
    numbers = sorted(day.toordinal() for day in days)
    first, last = numbers[0], numbers[-1]
    apart = next((each for each in DAYS_APART if (last - first) // each < MAX_DATES), DAYS_APART[-1])
    scale = Scale.over([first, last])
    ticks = [Label(scale.at(each), f"{date.fromordinal(each):%-d %b}") for each in range(last, first - 1, -apart)]
    years = sorted({date.fromordinal(each).year for each in (first, last)})
    return Axis(f"UTC day in {' and '.join(map(str, years))}", scale, ticks[::-1], has_grid=False)


def plot_lines(title: str, x: Axis, y: Axis, lines: Mapping[str, Sequence[Point]], table: Table) -> Chart:
    """Plot named lines with bands, the most important first; an open end of a band is at the border."""
    series = [
        _line(name, points, style if style <= MAX_STYLES else 0, x.scale, y.scale)
        for style, (name, points) in enumerate(lines.items(), start=1)
    ]
    return Chart(title, x, y, series, table)


def _line(name: str, points: Sequence[Point], style: int, x: Scale, y: Scale) -> Series:
    middle = [(x.at(at), _down(y.at(number))) for at, number, _, _ in points]
    low = [(x.at(at), 100.0 if end is None else _down(y.at(end))) for at, _, end, _ in points]
    high = [(x.at(at), 0.0 if end is None else _down(y.at(end))) for at, _, _, end in points]
    has_band = any(end is not None for point in points for end in point[2:])
    is_dot = has_band and len(points) == 1
    mark = Mark(*middle[-1], *(low[-1] if is_dot else middle[-1]), *(high[-1] if is_dot else middle[-1]))
    return Series(
        name, style, _join(middle), _join([*high, *reversed(low)]) if has_band else "", [mark] if style else []
    )


def plot_dots(
    title: str, x: Axis, names: Sequence[str], series: Mapping[str, Sequence[Numbers | None]], table: Table
) -> Chart:
    """Plot a row for each of *names*, with a dot and its interval for each of *series*; None: no dot."""
    y = _row_axis(names)
    drawn = [
        Series(
            name,
            1 - number,
            marks=[_dot(x.scale, each, row) for each, row in zip(numbers, y.labels, strict=True) if each],
        )
        for number, (name, numbers) in enumerate(series.items())
    ]
    return Chart(title, x, y, drawn, table, len(names))


def _dot(x: Scale, numbers: Numbers, row: Label) -> Mark:
    (dot,) = intervals([numbers], x).dots
    left, right = (dot.low, dot.high) if dot.has_interval else (dot.at, dot.at)
    return Mark(dot.at, row.at, left, row.at, right, row.at)


def plot_stacks(
    title: str, x_title: str, names: Sequence[str], parts: Mapping[str, Sequence[float]], table: Table
) -> Chart:
    """Plot a bar for each of *names*, made of *parts*; negative parts go from zero to the left."""
    sums = [
        sum(each for each in row if sign * each > 0) for row in zip(*parts.values(), strict=True) for sign in (-1, 1)
    ]
    x, y, height = number_axis(x_title, Scale.over([0.0, *sums])), _row_axis(names), 50 / len(names)
    edges = [{False: 0.0, True: 0.0} for _ in names]  # where the next part to the left and to the right begins
    series = [Series(part, style if style <= MAX_STYLES else 0) for style, part in enumerate(parts, start=1)]
    for each in series:
        for edge, number, row in zip(edges, parts[each.name], y.labels, strict=True):
            start = edge[number > 0]
            edge[number > 0] += number
            left, right = sorted((x.scale.at(start), x.scale.at(start + number)))
            each.bars.append(
                Rectangle(
                    left, round(row.at - height / 2, 2), round(right - left, 2), height, f"{each.name} {number:+.1f}"
                )
            )
    return Chart(title, x, y, series, table, len(names))


def plot_columns(title: str, x: Axis, y_title: str, counts: Sequence[int], table: Table) -> Chart:
    """Plot a column for each of *counts*, side by side over the whole of *x*."""
    y, width = number_axis(y_title, Scale(0, max(*counts, 4) * 1.04), most=4), 100 / len(counts)
    bars = [
        Rectangle(round(number * width, 2), _down(height), round(width, 2), height, f"{counts[number]:,}")
        for number, height in enumerate(map(y.scale.at, counts))
    ]
    return Chart(title, x, y, [Series(y_title, 1, bars=bars)], table)


def _row_axis(names: Sequence[str]) -> Axis:
    labels = [Label(100 * (row + 0.5) / len(names), name) for row, name in enumerate(names)]
    return Axis("", Scale(0, 100), labels, has_grid=False)


def _down(height: float) -> float:
    return round(100 - height, 2)


def _join(points: Sequence[tuple[float, float]]) -> str:
    return " ".join(f"{x:g},{y:g}" for x, y in points)
