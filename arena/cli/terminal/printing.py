"""Print lines, tables, JSON and CSV, and explain the columns of tables (docs/reference/tables.md)."""

import csv
import json
import os
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from copy import copy
from dataclasses import replace
from itertools import chain, islice
from math import ceil, floor
from typing import Any

import click
from google.protobuf.message import Message
from rich import box
from rich.console import Console, ConsoleOptions, JustifyMethod, RenderableType, RenderResult
from rich.measure import measure_renderables
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
PIPE_WIDTH = 200  # characters; the width of tables in a file or pipe, without the variable COLUMNS
MAX_WIDTH = 10_000  # characters; the width of tables with --wide
MIN_FOLDED, MIN_NAME = 12, 16  # characters; no column folds text, or a single word, to less than this
# Titles of columns that a narrow screen drops, the least important first.
DROPS = (
    *("made by", "created", "last used", "label", "token", "challenges", "hash", "MiB", "submitted", "signed by"),
    *("secret", "void because of", "priority", "rotation", "silent", "arena's lag", "round trip", "number", "how"),
    *("trick", "±", "worse", "seat", "owner", "deaths", "mean", "line-ups", "blocks", "of", "others' times"),
    *("player", "won", "bags", "melds", "others' points", "its", "points a game", "old's", "points of the hand"),
    *("spread", "points a hand ahead", "new", "others' made", "old", "board Elo", "infractions", "games", "pool"),
    *("rated format", "variants", "kind", "bots", "epoch", "limit, %", "chance", "errors apart", "before"),
    *("boards", "flagged", "± error", "against all", "interval", "among", "variant", "ended", "board", "hand"),
    *("decision", "game"),
)


def _check_output(context: click.Context, parameter: click.Parameter, given: bool) -> bool:
    names = {name for name in ("as_json", "as_csv", "explain") if context.params.get(name)}
    names |= {parameter.name or ""} if given else set()
    if {"as_json", "as_csv"} <= names:
        raise Refusal("--csv and --json are both given; use one of them")
    if "explain" in names and len(names) > 1:
        raise Refusal("--explain describes tables; use it without --json and --csv")
    return given


def _set_wide(context: click.Context, parameter: click.Parameter, given: bool) -> None:
    context.meta["wide"] = given


Decorator = Callable[[Callable[..., Any]], Callable[..., Any]]
# --json is eager: click parses it first, so that the checks of --csv and --explain see its value.
as_json_option: Decorator = click.option("--json", "as_json", is_flag=True, is_eager=True, help="Print JSON.")
as_csv_option: Decorator = click.option("--csv", "as_csv", is_flag=True, callback=_check_output, help="Print CSV.")
wide_option: Decorator = click.option(
    *("-w", "--wide"), is_flag=True, expose_value=False, callback=_set_wide, help="Show all columns of tables."
)


def explain_option(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add --explain to *command* as the argument *explain*, and --wide."""
    help = "Explain each column below the table. The first, as 1-4, is the range of places that the data allow."
    return wide_option(click.option("--explain", is_flag=True, callback=_check_output, help=help)(command))


class EscapingConsole(Console):
    """A console that escapes control characters in strings, but not in `Text`, as strings may be untrusted."""

    def render_str(self, text: str, **options: Any) -> Text:
        """Return *text* as a renderable, with its control characters escaped."""
        return super().render_str(escape(text), **options)


def console() -> Console:
    """Return a console for standard output, as wide as --wide, the terminal, COLUMNS or `PIPE_WIDTH` says."""
    context = click.get_current_context(silent=True)
    width = None if sys.stdout.isatty() or "COLUMNS" in os.environ else PIPE_WIDTH
    width = MAX_WIDTH if context is not None and context.meta.get("wide") else width
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


class FittedTable(Table):
    """A table that drops columns until it fits the screen, or is split at numbered ones; `--explain` can explain it.

    *titles*: headings on one line. *numbered*: words to explain for columns that have a number as heading.
    """

    titles: Sequence[str] = ()
    numbered: Sequence[str] = ()

    def __rich_console__(self, screen: Console, options: ConsoleOptions) -> RenderResult:
        """Yield title, table and names of dropped columns; a table that is too wide loses columns or is split."""
        between = 2 if self.box is box.SIMPLE_HEAD else 3  # characters from one text to the next
        spans = [measure_renderables(screen, options, [each.header, *each.cells]) for each in self.columns]
        most = [between + span.maximum for span in spans]
        least = [
            size if column.no_wrap else min(size, between + (MIN_NAME if span.minimum == span.maximum else MIN_FOLDED))
            for size, span, column in zip(most, spans, self.columns, strict=True)
        ]

        def spare(places: Iterable[int]) -> int:
            return options.max_width - 1 - sum(least[place] for place in places)

        shown, dropped = list(range(len(most))), []
        for title in filter(self.titles.__contains__, DROPS):
            if spare(shown) < 0:
                shown = [place for place in shown if self.titles[place] != title]
                dropped.append(title)
        parts, numbered = [shown], [place for place in shown if self.titles[place].isdecimal()]
        if numbered and spare(shown) < 0:
            first = [place for place in shown if place not in numbered]
            step = max(1, spare(first) // max(least[place] for place in numbered))
            parts = [first + numbered[start : start + step] for start in range(0, len(numbered), step)]
        yield from filter(None, [self.title])
        for places in parts:
            part, room = copy(self), spare(places)
            part.title, part.columns = None, []
            for place in places:
                column, is_name = self.columns[place], spans[place].minimum == spans[place].maximum
                is_whole = column.no_wrap or (is_name and most[place] - least[place] <= room)
                room -= (most[place] - least[place]) * is_whole
                part.columns.append(replace(column, _index=len(part.columns), no_wrap=is_whole))
            yield from Table.__rich_console__(part, screen, options)
        if dropped:
            yield Text(f"not shown: {', '.join(dropped)} (-w shows all columns)")


def table(title: str, *headings: str | Column, numbers: int = 0, numbered: Sequence[str] = ()) -> FittedTable:
    """Return an empty table; its last *numbers* columns are right-aligned and never fold; *numbered*: `FittedTable`."""
    rows = FittedTable(title=Text(escape(title), style="bold"), header_style="bold")
    columns = [
        each if isinstance(each, Column) else Column("", each, is_number=place >= len(headings) - numbers)
        for place, each in enumerate(headings)
    ]
    rows.titles, rows.numbered = [column.title for column in columns], numbered
    for column in columns:
        justify: JustifyMethod = "right" if column.is_number else "left"
        rows.add_column(Text(column.heading), justify=justify, no_wrap=column.is_number, overflow="fold")
    return rows


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
    rows = table(title, *[""] * is_ranked, *headed)
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


def print_listing(columns: Sequence[Column], rows: Iterable[Row], pool: str = "") -> None:
    """Print rows as CSV: their further cells, then the named *columns*, then the pool, by default *pool*."""
    named = {each.name: each for each in (*columns, Column("pool")) if each.name}
    lines = iter(rows)
    first = list(islice(lines, 1))
    every = {name: Column(name) for cells, _ in first for name in cells if name not in named} | named
    writer = csv.writer(sys.stdout)
    writer.writerow(every)
    for cells, message in chain(first, lines):
        values = [({"pool": pool} | cells).get(name, every[name].value(message)) for name in every]
        writer.writerow(escape(each) if isinstance(each, str) else each for each in values)


def show(parts: Iterable[RenderableType], explain: bool, words: Iterable[str] = ()) -> None:
    """Print *parts* one below the other; if *explain*, then a line about each column and each of *words*."""
    parts = list(parts)
    screen = console()
    screen.print(*parts, sep="\n")
    if explain:
        tables = [part for part in parts if isinstance(part, FittedTable)]
        titles = [title for rows in tables for title in (*rows.titles, *rows.numbered) if not title.isdecimal()]
        for word in filter(None, dict.fromkeys([*titles, *words])):
            screen.print(explain_word(word), soft_wrap=True)


def explain_word(word: str) -> str:
    """Return a line that explains the column *word*, from the table of words. Raises `KeyError`."""
    entry = WORDS[word]
    interval = f" 95% interval: {entry.interval}." if entry.interval else ""
    return f"{word}: {entry.what}. Unit: {entry.unit}.{interval} ({entry.page})"
