"""Print lines, tables, JSON and CSV, and explain the columns of tables (docs/reference/tables.md)."""

import csv
import json
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from math import ceil, floor
from typing import Any

import click
from google.protobuf.message import Message
from rich.console import Console, JustifyMethod, RenderableType
from rich.progress import Progress, ProgressColumn, SpinnerColumn, TextColumn, TimeElapsedColumn
from rich.table import Table
from rich.text import Text

from arena.api.columns import Column
from arena.api.labels import is_marked
from arena.api.words import WORDS
from arena.cli.terminal.refusal import Refusal
from arena.escapes import escape, escape_lines
from arena.wire.gen.ratings_pb2 import Finding

Row = tuple[dict[str, Any], Message]  # further cells by column, and the message that has the other cells
PIPE_WIDTH = 200  # characters; the width of tables in a file or pipe


def _check_output(context: click.Context, parameter: click.Parameter, given: bool) -> bool:
    names = {name for name in ("as_json", "as_csv", "explain") if context.params.get(name)}
    names |= {parameter.name or ""} if given else set()
    if {"as_json", "as_csv"} <= names:
        raise Refusal("--csv and --json are both given; use one of them")
    if "explain" in names and len(names) > 1:
        raise Refusal("--explain describes tables; use it without --json and --csv")
    return given


Decorator = Callable[[Callable[..., Any]], Callable[..., Any]]
# --json is eager: click parses it first, so that the checks of --csv and --explain see its value.
as_json_option: Decorator = click.option("--json", "as_json", is_flag=True, is_eager=True, help="Print JSON.")
as_csv_option: Decorator = click.option("--csv", "as_csv", is_flag=True, callback=_check_output, help="Print CSV.")
explain_option: Decorator = click.option(
    "--explain", is_flag=True, callback=_check_output, help="Explain each column below the table."
)


class EscapingConsole(Console):
    """A console that escapes control characters in strings, but not in `Text`, as strings may be untrusted."""

    def render_str(self, text: str, **options: Any) -> Text:
        """Return *text* as a renderable, with its control characters escaped."""
        return super().render_str(escape(text), **options)


def console() -> Console:
    """Return a console for standard output; off a terminal it is `PIPE_WIDTH` wide."""
    width = None if sys.stdout.isatty() else PIPE_WIDTH
    return EscapingConsole(width=width, highlight=False, markup=False, emoji=False)


def say(*lines: str) -> None:
    """Print *lines* on standard output, with control characters escaped."""
    print(*map(escape, lines), sep="\n", flush=True)


def say_text(text: str) -> None:
    """Print a text of several lines on standard output, with control characters escaped; nothing if it is empty."""
    if text:
        print(escape_lines(text.removesuffix("\n")), flush=True)


def print_json(value: Any) -> None:
    """Print *value* as JSON on one line of standard output."""
    print(json.dumps(value), flush=True)


def note(text: str) -> None:
    """Print the line *text* on standard error, with control characters escaped."""
    print(escape(text), file=sys.stderr, flush=True)


def percents(line: Any, turned: bool = False) -> tuple[str, ...]:
    """Return a message's score in percent and its 95% interval, rounded outwards; *turned*: the opponent's."""
    score = 1 - line.score if turned else line.score
    if not line.HasField("low"):
        return (f"{100 * score:.0f}",)
    low, high = floor(100 * line.low), ceil(100 * line.high)
    return f"{100 * score:.0f}", f"{100 - high}-{100 - low}" if turned else f"{low}-{high}"


class Titled(Table):
    """A table that `--explain` can explain."""

    numbered: Sequence[str] = ()  # words to explain for columns that have a number as heading


def table(title: str, *columns: str, numbers: int = 0, numbered: Sequence[str] = ()) -> Table:
    """Return an empty table; its last *numbers* columns are right-aligned and never fold; *numbered*: see `Titled`."""
    # Do not wrap the title, even if it is wider than the table.
    unwrapped = Text(escape(title), style="bold not italic", no_wrap=True, overflow="ignore")
    rows = Titled(title=unwrapped, title_justify="left", header_style="bold")
    rows.numbered = numbered
    for place, column in enumerate(columns):
        _add_column(rows, column, place >= len(columns) - numbers)
    return rows


def _add_column(rows: Table, heading: str, is_number: bool) -> None:
    justify: JustifyMethod = "right" if is_number else "left"
    rows.add_column(Text(heading), justify=justify, no_wrap=is_number, overflow="fold")


def listing(
    title: str,
    columns: Sequence[Column],
    messages: Iterable[Any],
    is_ranked: bool = False,
    rank: Callable[[Any], str] | None = None,
    findings: Sequence[Finding] = (),
) -> Table:
    """Return a table with a row for each message, and with those of *columns* that have a heading.

    *is_ranked*: number the rows from 1, or print *rank* of each. *findings*: mark the bots that they name with "!".
    """
    headed = [column for column in columns if column.heading]
    rows = table(title, *[""] * is_ranked)
    for column in headed:
        _add_column(rows, column.heading, column.is_number)
    for place, message in enumerate(messages, start=1):
        cells = [column.text(message) for column in headed]
        if findings and is_marked(message.bot, findings):
            cells[0] += " !"
        rows.add_row(*[rank(message) if rank else str(place)] * is_ranked, *cells)
    return rows


def progress_bar(*columns: str | ProgressColumn) -> Progress:
    """Return a progress bar on standard error, hidden unless that is a terminal."""
    return Progress(*columns, console=Console(stderr=True), transient=True, disable=not sys.stderr.isatty())


@contextmanager
def waiting(doing: str) -> Iterator[None]:
    """Show the text *doing* and the time taken during the block, if standard error is a terminal."""
    with progress_bar(SpinnerColumn(), TextColumn(doing, markup=False), TimeElapsedColumn()) as progress:
        progress.add_task("", total=None)
        yield


def print_csv(columns: Sequence[str], rows: Iterable[Mapping[str, Any]], pool: str = "") -> None:
    """Print *columns* of each row, and its pool, as CSV; missing cells are empty. *pool*: that of rows without one."""
    names = [*columns, "pool"]
    _write_csv(names, ([row.get(name, pool if name == "pool" else "") for name in names] for row in rows))


def print_listing(columns: Sequence[Column], rows: Iterable[Row], pool: str = "") -> None:
    """Print rows as CSV: their further cells, then the named *columns*, then the pool, by default *pool*."""
    lines = [({"pool": pool} | cells, message) for cells, message in rows]
    named = {each.name: each for each in (*columns, Column("pool")) if each.name}
    others = {name: Column(name) for name in (lines[0][0] if lines else ()) if name not in named}
    every = others | named
    _write_csv([*every], ([cells.get(name, every[name].value(message)) for name in every] for cells, message in lines))


def _write_csv(names: Sequence[str], rows: Iterable[Sequence[Any]]) -> None:
    writer = csv.writer(sys.stdout)
    writer.writerow(names)
    writer.writerows([escape(cell) if isinstance(cell, str) else cell for cell in row] for row in rows)


def show(parts: Iterable[RenderableType], explain: bool, words: Iterable[str] = ()) -> None:
    """Print *parts* one below the other; if *explain*, then a line about each column and each of *words*."""
    parts = list(parts)
    screen = console()
    screen.print(*parts, sep="\n")
    if explain:
        headings = [word for part in parts if isinstance(part, Table) for word in _words_of(part)]
        for word in dict.fromkeys([*headings, *words]):
            screen.print(explain_word(word), soft_wrap=True)


def _words_of(rows: Table) -> Iterator[str]:
    for column in rows.columns:
        heading = str(column.header).replace("-\n", "").replace("\n", " ")
        if heading and not heading.isdecimal():
            yield heading
    if isinstance(rows, Titled):
        yield from rows.numbered


def explain_word(word: str) -> str:
    """Return a line that explains the column *word*, from the table of words. Raises `KeyError`."""
    entry = WORDS[word]
    interval = f" 95% interval: {entry.interval}." if entry.interval else ""
    return f"{word}: {entry.what}. Unit: {entry.unit}.{interval} ({entry.page})"
