"""Convert database rows to messages, split lists into pages, and read durations."""

import json
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import timedelta
from hashlib import sha256
from typing import Any, Final, TypeAlias, TypeVar

from google.protobuf.duration_pb2 import Duration
from google.protobuf.message import Message

from arena.api.calls.call import invalid
from arena.escapes import clip

MessageT = TypeVar("MessageT", bound=Message)


def make_message(kind: type[MessageT], row: object, /, **others: Any) -> MessageT:
    """Return a message of type *kind*, filled with attributes of *row* and *others*; None leaves a field unset."""
    names = kind.DESCRIPTOR.fields_by_name.keys() - others.keys()
    return kind(**{name: getattr(row, name) for name in names}, **others)


def to_hex(raw: bytes | None) -> str:
    """Return *raw* as hex digits; "" for None."""
    return "" if raw is None else raw.hex()


PAGE: Final = 200  # default number of rows of a page
LARGEST_PAGE: Final = 1000
LARGEST_INT: Final = 2**63 - 1  # the largest id in the database

Key: TypeAlias = list[Any]  # unique sort key of a row: ints and strings
Row = TypeVar("Row")


@dataclass(frozen=True)
class Page:
    """A requested page of a list: at most *size* rows after the key *after*."""

    size: int
    after: Key
    _list: str  # hash of the list's type and filters, which a page token has to repeat

    @classmethod
    def from_request(cls, request: Any, before_all: Sequence[int | str]) -> "Page":
        """Return the page that *request* asks for. *before_all*: a key before all rows. Raises `RefusedError`."""
        if request.page_size > LARGEST_PAGE:
            raise invalid(f"page_size {request.page_size} is too large; give 1 to {LARGEST_PAGE}")
        name, token = _name_list(request), request.page_token
        after = _read_key(token, name, [type(part) for part in before_all]) if token else list(before_all)
        return cls(request.page_size or PAGE, after, name)

    @property
    def fetch(self) -> int:
        """Return the number of rows to fetch: one more than the page has, which shows whether another page follows."""
        return self.size + 1

    def trim(self, rows: Sequence[Row], key: Callable[[Row], Sequence[int | str]]) -> tuple[Sequence[Row], str]:
        """Return the page's part of the fetched *rows*, and the next page's token ("" after the last page)."""
        if len(rows) <= self.size:
            return rows, ""
        page = rows[: self.size]
        return page, self.token(key(page[-1]))

    def token(self, key: Sequence[int | str]) -> str:
        """Return the token of the page after *key*."""
        text = json.dumps([self._list, *key], separators=(",", ":"))
        return urlsafe_b64encode(text.encode()).decode().rstrip("=")


def _name_list(request: Any) -> str:
    """Return a hash of the request's type and filters."""
    filters = type(request).FromString(request.SerializeToString())
    filters.ClearField("page_size")
    filters.ClearField("page_token")
    data = f"{request.DESCRIPTOR.name}:".encode() + filters.SerializeToString(deterministic=True)
    return sha256(data).hexdigest()[:12]


def _read_key(token: str, name: str, kinds: list[type]) -> Key:
    """Return the key in a page token of list *name*. *kinds*: types of its parts. Raises `RefusedError`."""
    try:
        parts = json.loads(urlsafe_b64decode(token + "=" * (-len(token) % 4)))
    except (ValueError, RecursionError):
        parts = None
    if not isinstance(parts, list) or parts[:1] != [name] or not _is_key(parts[1:], kinds):
        raise invalid(f"page_token {clip(token)!r}: give the next_page_token of the page before, with the same filters")
    return parts[1:]


def _is_key(parts: list[Any], kinds: list[type]) -> bool:
    """Return whether *parts*, which a caller may have forged, have the types *kinds* and allowed values."""
    return [type(part) for part in parts] == kinds and all(
        -1 <= part <= LARGEST_INT if isinstance(part, int) else part.isprintable() for part in parts
    )


LONGEST: Final = 100 * 365 * 86_400  # seconds; 100 years


def read_duration(request: Any, field: str, least: float, default: timedelta | None) -> timedelta | None:
    """Return the duration *field*, *least* s to 100 years; *default* if not set. Raises `RefusedError`."""
    if not request.HasField(field):
        return default
    duration: Duration = getattr(request, field)
    seconds = duration.seconds + duration.nanos / 1e9
    if not least <= seconds <= LONGEST:
        raise invalid(f"{field} of {seconds:g} s is out of range; give {least:g} s to 100 years")
    return timedelta(seconds=seconds)
