"""Draw the charts of a bot's page: ratings by variant and by day, bids, sources of points, scores of boards."""

from collections.abc import Sequence
from datetime import date
from itertools import chain, groupby
from math import ceil
from typing import Any, Final

from arena.api.columns import percents, rating_interval, rating_text
from arena.web.charts import (
    Chart,
    Point,
    Table,
    day_axis,
    number_axis,
    plot_columns,
    plot_dots,
    plot_lines,
    plot_stacks,
)
from arena.web.drawings import Numbers, Scale
from arena.web.serving.templates import percent, whole
from arena.wire.gen.measures_pb2 import Calls, VariantPlay
from arena.wire.gen.ratings_pb2 import RatingDay, Strength

MAX_DAYS: Final = 30  # days of a version in a chart; of more, each second, third, ... is shown
RATING: Final = "rating, board Elo"
PERCENT: Final = Scale(0, 100)
BOT: Final = "this bot"
FIELD: Final = "all other bots"
PER_HAND: Final = " a hand"  # end of the names of figures that are means over hands


def draw_strengths(lines: Sequence[tuple[str, Strength]]) -> Chart:
    """Draw ratings with their intervals; *lines*: each with the name of its table."""
    numbers = [_numbers(line, line.rating) for _, line in lines]
    scale = Scale.over([1500, *chain.from_iterable(numbers)])
    x = number_axis("board Elo; 1500 = mean of the table", scale)
    rows = [(name, rating_text(line), rating_interval(line), f"{line.boards:,}") for name, line in lines]
    table = Table(("variant", "rating", "95% interval", "boards"), rows)
    return plot_dots("Rating by variant", x, [name for name, _ in lines], {BOT: numbers}, table)


def draw_days(days: Sequence[RatingDay], table_name: str) -> Chart | None:
    """Draw the ratings of a bot's versions by day; None below two days."""
    if len({day.day for day in days}) < 2:
        return None
    versions = {bot: _thin(list(each)) for bot, each in groupby(days, key=lambda day: day.bot)}
    lines: dict[str, list[Point]] = {
        bot: [(date.fromisoformat(day.day).toordinal(), *_numbers(day, day.rating)) for day in each]
        for bot, each in versions.items()
    }
    y = Scale.over(number for points in lines.values() for point in points for number in point[1:])
    rows = [
        (day.day, bot, whole(day.rating), _interval(day), f"{day.boards:,}")
        for bot, each in versions.items()
        for day in each
    ]
    table = Table(("UTC day", "version", "rating", "95% interval", "boards"), rows)
    x = day_axis([date.fromisoformat(day) for day, *_ in rows])
    return plot_lines(f"Rating by day, {table_name}", x, number_axis(RATING, y), lines, table)


def draw_calls(play: VariantPlay, has_contracts: bool) -> Chart | None:
    """Draw the share of bids or contracts that a bot and all others made; None without a bid."""
    if not play.calls:
        return None
    own: list[Numbers | None] = [_numbers(each, each.made, 100) if each.called else None for each in play.calls]
    others = (100 * each.field_made if each.field_called else None for each in play.calls)
    field: list[Numbers | None] = [None if made is None else (made, None, None) for made in others]
    heads = ("times", "made", "95% interval", "points a hand", "times, others", "made, others", "points a hand, others")
    table = Table(("contract" if has_contracts else "bid", *heads), [_call(each) for each in play.calls])
    title = "Contracts made, by margin above the minimum bid" if has_contracts else "Bids made, by bid"
    x = number_axis("share that was made, %", PERCENT)
    return plot_dots(title, x, [each.name for each in play.calls], {BOT: own, FIELD: field}, table)


def draw_sources(play: VariantPlay) -> Chart | None:
    """Draw the mean points of a hand by source, of a bot and of all others; None if they are not known."""
    sources = [each for each in play.figures if each.unit == "points" and each.name.endswith(PER_HAND)]
    has_field = all(each.HasField("field") for each in sources)
    if not sources or not all(each.HasField("value") for each in sources):
        return None
    parts = {
        each.name.removesuffix(PER_HAND).removeprefix("points of ").removeprefix("points in "): (
            [each.value, each.field] if has_field else [each.value]
        )
        for each in sources
    }
    bots = [BOT, FIELD] if has_field else [BOT]
    table = Table(("source", *bots), [(name, *(f"{each:+.1f}" for each in numbers)) for name, numbers in parts.items()])
    return plot_stacks("Points by source", "points a hand", bots, parts, table)


def draw_scores(counts: Sequence[int]) -> Chart:
    """Draw how many boards had which score; *counts*: in equal ranges of scores from 0 to 1."""
    ranges = [f"{100 * at / len(counts):.0f} to {100 * (at + 1) / len(counts):.0f}%" for at in range(len(counts))]
    table = Table(("score", "boards"), [(name, f"{count:,}") for name, count in zip(ranges, counts, strict=True)])
    x = number_axis("score on a board, %; 50 is even", PERCENT)
    return plot_columns("Boards by score", x, "boards", counts, table)


def _numbers(line: Any, number: float, factor: float = 1) -> Numbers:
    """Return *number* of a message with its interval, both times *factor*."""
    low, high = (factor * getattr(line, end) if line.HasField(end) else None for end in ("low", "high"))
    return factor * number, low, high


def _thin(days: Sequence[RatingDay]) -> Sequence[RatingDay]:
    """Return at most `MAX_DAYS` of *days* at even distances, with the last one."""
    return days[:: -ceil(len(days) / MAX_DAYS)][::-1]


def _interval(day: RatingDay) -> str:
    low, high = (whole(getattr(day, end)) if day.HasField(end) else "open" for end in ("low", "high"))
    return f"{low} to {high}"


def _call(each: Calls) -> tuple[str, ...]:
    shares = [percent(getattr(each, name)) if each.HasField(name) else "–" for name in ("made", "field_made")]
    points = [f"{getattr(each, name):.1f}" if each.HasField(name) else "–" for name in ("points", "field_points")]
    own = (f"{each.called:,}", shares[0], percents(each), points[0])
    return (each.name, *own, f"{each.field_called:,}", shares[1], points[1])
