"""Write the content of pages as JSON, as `--json` does, and tables as CSV."""

import csv
import io
from collections.abc import Iterable, Mapping
from dataclasses import fields, is_dataclass
from typing import Any, Final

from google.protobuf.message import Message

from arena.api.columns import as_dict

DANGEROUS: Final = ("=", "+", "-", "@", "\t", "\r")  # beginnings of texts that a spreadsheet reads as formulas
Row = dict[str, Any]  # the cells of a row by column


def to_json(value: Any) -> Any:
    """Return *value*, the content of a page, as JSON: dataclasses as objects, messages as `--json` prints them."""
    if isinstance(value, Message):
        return as_dict(value)
    if is_dataclass(value) and not isinstance(value, type):
        return {each.name: to_json(getattr(value, each.name)) for each in fields(value)}
    if isinstance(value, Mapping):
        return {key: to_json(each) for key, each in value.items()}
    if isinstance(value, str | int | float | None):
        return value
    return [to_json(each) for each in value]


def row_of(line: Any, **others: Any) -> Row:
    """Return a row of *others*, then of the number and text fields of *line*, a message or dataclass."""
    names = [each.name for each in (line.DESCRIPTOR.fields if isinstance(line, Message) else fields(line))]
    values = {name: _field(line, name) for name in names if name not in others}
    return others | {name: value for name, value in values.items() if isinstance(value, str | int | float | None)}


def _field(line: Any, name: str) -> Any:
    """Return the field *name* of *line*; None for an optional field that is not set, [] for such a message."""
    if isinstance(line, Message):
        field = line.DESCRIPTOR.fields_by_name[name]
        if field.has_presence and not line.HasField(name):
            return [] if field.message_type else None
    return getattr(line, name)


def to_csv(rows: Iterable[Row]) -> str:
    """Return the columns that all *rows* have as CSV with a heading; "" without rows."""
    lines = list(rows)
    if not lines:
        return ""
    columns = [name for name in lines[0] if all(name in row for row in lines)]  # a list has no column, None has
    text = io.StringIO()
    writer = csv.writer(text)
    writer.writerow(columns)
    writer.writerows([_cell(row[name]) for name in columns] for row in lines)
    return text.getvalue()


def _cell(value: object) -> object:
    return f"'{value}" if isinstance(value, str) and value.startswith(DANGEROUS) else value
