"""What goes to standard output: tables for people, JSON for programs."""

import json
import sys
from collections.abc import Callable
from math import ceil, floor
from typing import Any

import click
from rich.console import Console
from rich.table import Table
from rich.text import Text

PIPE_WIDTH = 200  # columns; where nobody looks, nothing is cut

# Eager: who has another form of output knows already whether JSON is wanted.
as_json_option: Callable[[Any], Any] = click.option(
    "--json", "as_json", is_flag=True, is_eager=True, help="JSON for programs."
)


def console() -> Console:
    """Standard output for people: as wide as the terminal, and wide where it is none; text is what it is, no markup."""
    return Console(width=None if sys.stdout.isatty() else PIPE_WIDTH, highlight=False, markup=False, emoji=False)


def print_json(value: Any) -> None:
    """One JSON document on one line."""
    print(json.dumps(value, ensure_ascii=False), flush=True)


def note(text: str) -> None:
    """A line for the person at the keyboard, on standard error: it is in nobody's pipe."""
    print(text, file=sys.stderr, flush=True)


def interval(line: Any, form: str, scale: float = 1, none: str = "below 10 boards") -> str:
    """The interval from a message's `low` to its `high`, as numbers of the format *form*; *none* where it has none."""
    return f"{scale * line.low:{form}} .. {scale * line.high:{form}}" if line.HasField("low") else none


def percents(line: Any, turned: bool = False) -> tuple[str, ...]:
    """A message's `score` and its interval in whole percent, which never cut it short; *turned*: the opponent's."""
    score = 1 - line.score if turned else line.score
    if not line.HasField("low"):
        return (f"{100 * score:.0f}",)
    low, high = floor(100 * line.low), ceil(100 * line.high)
    return f"{100 * score:.0f}", f"{100 - high}-{100 - low}" if turned else f"{low}-{high}"


def table(title: str, *columns: str, numbers: int = 0) -> Table:
    """An empty table; its last *numbers* columns are flush right and stay whole; the others fold."""
    # A title that may not wrap goes over a narrow table's edge, which is well.
    unwrapped = Text(title, style="bold not italic", no_wrap=True, overflow="ignore")
    made = Table(title=unwrapped, title_justify="left", header_style="bold")
    for place, column in enumerate(columns):
        number = place >= len(columns) - numbers
        made.add_column(column, justify="right" if number else "left", no_wrap=number, overflow="fold")
    return made
