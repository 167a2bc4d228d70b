"""Explain the columns of a table: one word for one thing (docs/reference/tables.md)."""

from collections.abc import Callable, Iterable, Iterator
from typing import Any

import click
from rich.console import RenderableType
from rich.table import Table

from arena.api.words import WORDS
from arena.cli.terminal.printing import Titled, console
from arena.cli.terminal.refusal import Refusal


def explained(word: str) -> str:
    """One plain line for a column."""
    found = WORDS[word]
    interval = f" 95% interval: {found.interval}." if found.interval else ""
    return f"{word}: {found.what}. Unit: {found.unit}.{interval} ({found.page})"


def _alone(context: click.Context, _parameter: click.Parameter, explain: bool) -> bool:
    if explain and (context.params.get("as_json") or context.params.get("as_csv")):
        raise Refusal("--explain is for tables: give it without --json and --csv")
    return explain


explain_option: Callable[[Any], Any] = click.option(
    "--explain", is_flag=True, callback=_alone, help="Explain each column below the table."
)


def show(parts: Iterable[RenderableType], explain: bool, words: Iterable[str] = ()) -> None:
    """Print *parts* one below the other.

    *explain*: and a line for each column, and for *words*.
    """
    shown = list(parts)
    screen = console()
    screen.print(*shown, sep="\n")
    if explain:
        found = [word for part in shown if isinstance(part, Table) for word in _words(part)]
        for word in dict.fromkeys([*found, *words]):
            screen.print(explained(word), soft_wrap=True)


def _words(part: Table) -> Iterator[str]:
    """Yield the headings of a table, as words.

    What numbered columns have is told by the table.
    """
    for column in part.columns:
        heading = str(column.header).replace("-\n", "").replace("\n", " ")
        if heading and not heading.isdecimal():
            yield heading
    if isinstance(part, Titled):
        yield from part.numbered
