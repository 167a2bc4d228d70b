"""Write rows as CSV."""

import csv
import io
from collections.abc import Sequence
from dataclasses import fields, is_dataclass
from typing import Any

DANGEROUS = ("=", "+", "-", "@", "\t", "\r")  # a spreadsheet takes a text that begins so for a formula


def to_csv(rows: Sequence[Any]) -> str:
    """Return *rows*, dataclasses of one kind, as CSV with a heading.

    Fields that are themselves lists or rows are left out: they are in the JSON.
    """
    if not rows:
        return ""
    names = [each.name for each in fields(rows[0]) if not _is_nested(getattr(rows[0], each.name))]
    written = io.StringIO()
    writer = csv.writer(written)
    writer.writerow(names)
    writer.writerows([_cell(getattr(row, name)) for name in names] for row in rows)
    return written.getvalue()


def _is_nested(value: object) -> bool:
    return isinstance(value, list | tuple | dict) or is_dataclass(value)


def _cell(value: object) -> object:
    return f"'{value}" if isinstance(value, str) and value.startswith(DANGEROUS) else value
