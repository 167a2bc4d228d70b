"""Print lines, tables, JSON and CSV, and refuse in one line."""

import csv
import json
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from math import ceil, floor
from typing import Any

import click
from google.protobuf.message import Message
from rich.console import Console, JustifyMethod
from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn
from rich.table import Table
from rich.text import Text

from arena.api.columns import Column
from arena.api.labels import is_marked
from arena.cli.terminal.refusal import Refusal
from arena.escapes import escaped, escaped_lines
from arena.wire.gen.ratings_pb2 import Finding

Row = tuple[dict[str, Any], Message]  # a message, and what a table knows beside it, by column
PIPE_WIDTH = 200  # columns; where nobody looks, nothing is cut

# Eager: who has another form of output knows already whether JSON is wanted.
as_json_option: Callable[[Any], Any] = click.option(
    "--json", "as_json", is_flag=True, is_eager=True, help="Print JSON."
)


class HarmlessConsole(Console):
    """A console whose strings are anybody's, and whose `Text`s are ours.

    What is printed as a string, or lies in a table's cell as one, is escaped, line breaks too.
    """

    def render_str(self, text: str, **options: Any) -> Text:
        """Return *text*, escaped, as a renderable."""
        return super().render_str(escaped(text), **options)


def console(stderr: bool = False) -> Console:
    """Return standard output for people, without markup.

    As wide as the terminal, and wide where it is none. *stderr*: standard error, outside any pipe.
    """
    stream = sys.stderr if stderr else sys.stdout
    width = None if stream.isatty() else PIPE_WIDTH
    return HarmlessConsole(stderr=stderr, width=width, highlight=False, markup=False, emoji=False)


def say(*lines: str) -> None:
    """Print lines for people on standard output, whoever wrote them."""
    print(*map(escaped, lines), sep="\n", flush=True)


def say_text(text: str) -> None:
    """Print a text of several lines, or none, whoever wrote it."""
    if text:
        print(escaped_lines(text.removesuffix("\n")), flush=True)


def print_json(value: Any) -> None:
    """One JSON document on one line."""
    print(json.dumps(value), flush=True)


def note(text: str) -> None:
    """Print a line for people on standard error, outside any pipe."""
    print(escaped(text), file=sys.stderr, flush=True)


def interval(line: Any, form: str, scale: float = 1, none: str = "below 10 boards") -> str:
    """Return a message's `low` to `high` in the format *form*.

    *none* where it has no interval.
    """
    return f"{scale * line.low:{form}} .. {scale * line.high:{form}}" if line.HasField("low") else none


def percents(line: Any, turned: bool = False) -> tuple[str, ...]:
    """Return a message's `score` and interval in whole percent.

    Rounding never cuts the interval short. *turned*: the opponent's.
    """
    score = 1 - line.score if turned else line.score
    if not line.HasField("low"):
        return (f"{100 * score:.0f}",)
    low, high = floor(100 * line.low), ceil(100 * line.high)
    return f"{100 * score:.0f}", f"{100 - high}-{100 - low}" if turned else f"{low}-{high}"


class Titled(Table):
    """A table with words for its numbered columns.

    *numbered*: the words for what its columns have whose headings are numbers.
    """

    numbered: Sequence[str] = ()


def table(title: str, *columns: str, numbers: int = 0, numbered: Sequence[str] = ()) -> Table:
    """Return an empty table whose last *numbers* columns are flush right.

    Those stay whole; the others fold. *numbered*: as of `Titled`.
    """
    # A title that may not wrap goes over a narrow table's edge, which is well.
    unwrapped = Text(escaped(title), style="bold not italic", no_wrap=True, overflow="ignore")
    made = Titled(title=unwrapped, title_justify="left", header_style="bold")
    made.numbered = numbered
    for place, column in enumerate(columns):
        number = place >= len(columns) - numbers
        made.add_column(Text(column), justify="right" if number else "left", no_wrap=number, overflow="fold")
    return made


def listing(
    title: str,
    columns: Sequence[Column],
    rows: Iterable[Any],
    is_ranked: bool = False,
    findings: Sequence[Finding] = (),
) -> Table:
    """Return a table of *rows*, messages, without the columns that are in CSV alone.

    *is_ranked*: a number before each row, from 1. *findings*: those that mark a row's bot.
    """
    shown = [column for column in columns if column.heading]
    made = table(title, *[""] * is_ranked)
    for column in shown:
        justify: JustifyMethod = "right" if column.is_number else "left"
        made.add_column(Text(column.heading), justify=justify, no_wrap=column.is_number, overflow="fold")
    for place, row in enumerate(rows, start=1):
        cells = [column.text(row) for column in shown]
        if findings and is_marked(row.bot, findings):
            cells[0] += " !"
        made.add_row(*[str(place)] * is_ranked, *cells)
    return made


@contextmanager
def waiting(doing: str) -> Iterator[None]:
    """Say on standard error what is done, and for how long, where somebody looks."""
    columns = (SpinnerColumn(), TextColumn(doing, markup=False), TimeElapsedColumn())
    hidden = not sys.stderr.isatty()
    with Progress(*columns, console=Console(stderr=True), transient=True, disable=hidden) as progress:
        progress.add_task("", total=None)
        yield


def _alone(context: click.Context, _parameter: click.Parameter, as_csv: bool) -> bool:
    if as_csv and context.params.get("as_json"):
        raise Refusal("--csv and --json: give one of them")
    if as_csv and context.params.get("explain"):
        raise Refusal("--explain is for tables: give it without --json and --csv")
    return as_csv


as_csv_option: Callable[[Any], Any] = click.option("--csv", "as_csv", is_flag=True, callback=_alone, help="Print CSV.")


def print_csv(columns: Sequence[str], rows: Iterable[Mapping[str, Any]], pool: str = "") -> None:
    """Print *columns* of each row, then its pool's label.

    *pool* where a row names none. What a row does not have is empty.
    """
    writer = csv.writer(sys.stdout)
    writer.writerow([*columns, "pool"])
    for row in rows:
        cells = [*(row.get(column, "") for column in columns), row.get("pool", pool)]
        writer.writerow([escaped(cell) if isinstance(cell, str) else cell for cell in cells])


def print_listing(columns: Sequence[Column], rows: Iterable[Row], pool: str = "") -> None:
    """Print *rows* as CSV: what each has beside its message, then all columns that have a name."""
    cells = [{each.name: each.value(row) for each in columns if each.name} | others for others, row in rows]
    named = [each.name for each in columns if each.name]
    others = [name for name in (cells[0] if cells else ()) if name not in named and name != "pool"]
    print_csv([*others, *named], cells, pool)
