"""Sort the tables of pages, and write the content of pages as JSON, as `--json` does, and tables as CSV."""

import csv
import io
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import aclosing
from dataclasses import dataclass, fields, is_dataclass
from operator import attrgetter
from typing import Any, Final

from google.protobuf.message import Message
from google.protobuf.timestamp_pb2 import Timestamp

from arena.api.columns import as_dict
from arena.api.local_client import LocalClient
from arena.escapes import clip
from arena.web.serving.addresses import invalid

DANGEROUS: Final = ("=", "+", "-", "@", "\t", "\r")  # beginnings of texts that a spreadsheet reads as formulas
PAGE_SIZE: Final = 100  # rows of a page of a list
MAX_LISTED: Final = 5_000  # rows of a list that the page reads, sorts and searches
Row = dict[str, Any]  # the cells of a row by column


def check_sort(sort: str, columns: Collection[str]) -> None:
    """Raise `RefusedError` unless *sort* is "" or one of *columns*, perhaps after a minus sign."""
    if sort and sort.removeprefix("-") not in columns:
        accepted = ", ".join(columns)
        raise invalid(f"sort {clip(sort)!r} is unknown; accepted: {accepted}; with a minus sign, the largest first")


def sort_rows(rows: Any, sort: str) -> None:
    """Sort *rows*, a list or a repeated field of messages, by the field *sort*, the largest first after "-".

    Equal rows stay in their order. Unset fields come last; repeated fields are sorted by length. "" sorts nothing.
    """
    name = sort.removeprefix("-")
    if sort:
        rows.sort(key=lambda row: _sort_key(_field(row, name)), reverse=sort != name)
        rows.sort(key=lambda row: _field(row, name) in (None, "", []))


def _sort_key(value: Any) -> Any:
    if isinstance(value, Timestamp):
        return value.ToNanoseconds()
    if value is None:
        return 0
    return value if isinstance(value, str | int | float) else len(value)


@dataclass(frozen=True)
class Paging:
    """The place of a page in its list: *page* of *pages*, from 1; *total*: number of rows of the whole list."""

    page: int
    pages: int
    total: int


async def read_page(
    client: LocalClient, request: Any, names: Sequence[str], search: str, sort: str, page: int
) -> tuple[list[Any], Paging]:
    """Return the rows of a page of a list, sorted by *sort*, and its place.

    *request*: asks for all rows, of which about `MAX_LISTED` are read. *names*: the field with the rows, and the rows'
    text fields, one of which has the text *search*. Raises `RefusedError` for a page that does not exist.
    """
    rows: list[Any] = []
    async with aclosing(client.pages(request)) as answers:
        async for answer in answers:
            rows += getattr(answer, names[0])
            if len(rows) >= MAX_LISTED:
                break
    if search:
        rows = [row for row in rows if any(search.lower() in _text(row, name) for name in names[1:])]
    sort_rows(rows, sort)
    pages = max(1, -(-len(rows) // PAGE_SIZE))
    if not 1 <= page <= pages:
        raise invalid(f"page {page} does not exist; give 1 to {pages}")
    return rows[(page - 1) * PAGE_SIZE : page * PAGE_SIZE], Paging(page, pages, len(rows))


def _text(row: Message, name: str) -> str:
    value = getattr(row, name)
    return (value if isinstance(value, str) else " ".join(value)).lower()


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


def rows_of(path: str) -> Callable[[Any], Iterator[Row]]:
    """Return a function that yields a row for each line of a page's content. *path*: the field of the lines."""
    lines = attrgetter(path)
    return lambda page: map(row_of, lines(page))


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
