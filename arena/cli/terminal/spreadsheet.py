"""Print CSV (RFC 4180): column names, then rows (docs/reference/tables.md)."""

import csv
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

import click

from arena.cli.terminal.refusal import Refusal
from arena.escapes import escaped


def _alone(context: click.Context, _parameter: click.Parameter, as_csv: bool) -> bool:
    if as_csv and context.params.get("as_json"):
        raise Refusal("--csv and --json: give one of them")
    if as_csv and context.params.get("explain"):
        raise Refusal("--explain is for tables: give it without --json and --csv")
    return as_csv


as_csv_option: Callable[[Any], Any] = click.option(
    "--csv", "as_csv", is_flag=True, callback=_alone, help="CSV for spreadsheets."
)


def print_csv(columns: Sequence[str], rows: Iterable[Mapping[str, Any]], pool: str = "") -> None:
    """Print *columns* of each row, then its pool's label.

    *pool* where a row names none. What a row does not have is empty.
    """
    writer = csv.writer(sys.stdout)
    writer.writerow([*columns, "pool"])
    for row in rows:
        cells = [*(row.get(column, "") for column in columns), row.get("pool", pool)]
        writer.writerow([escaped(cell) if isinstance(cell, str) else cell for cell in cells])
