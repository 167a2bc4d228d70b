"""Make messages of rows, and cut lists into pages."""

import json
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import timedelta
from hashlib import sha256
from typing import Any, Final, TypeAlias, TypeVar

from google.protobuf.duration_pb2 import Duration
from google.protobuf.message import Message

from arena.api.calls.call import invalid
from arena.escapes import cut

Made = TypeVar("Made", bound=Message)


def message_of(kind: type[Made], row: object, /, **others: Any) -> Made:
    """Make a message of *kind* from *row*.

    *others*: values of the fields that the row lacks or has in another form. A field that is None
    in the row stays unset, and a `datetime` becomes a `Timestamp`.
    """
    names = kind.DESCRIPTOR.fields_by_name.keys() - others.keys()
    return kind(**{name: getattr(row, name) for name in names}, **others)


def in_hex(raw: bytes | None) -> str:
    """Return bytes in hex digits; "" for None.

    So hashes, seeds, secrets and keys are told.
    """
    return "" if raw is None else raw.hex()


def all_in_hex(raw: Iterable[bytes]) -> list[str]:
    """Return each value in hex digits."""
    return [each.hex() for each in raw]


PAGE: Final = 200  # rows, where a call does not say
LARGEST_PAGE: Final = 1000
LARGEST_INT: Final = 2**63 - 1  # of the store; behind it there is nothing

Key: TypeAlias = list[Any]  # ints and texts by which a list is in order; no two rows have the same
Row = TypeVar("Row")


@dataclass(frozen=True)
class Page:
    """At most *size* rows behind the key *after*."""

    size: int
    after: Key
    _of: str  # what the list is of: tokens of another list, or of one with other filters, are refused

    @classmethod
    def asked(cls, request: Any, before_all: Sequence[int | str]) -> "Page":
        """Return the page that *request* asks for.

        *request*: of any call with `page_size` and `page_token`. *before_all*: a key that comes
        before all of the list. Raises `Refused`.
        """
        if request.page_size > LARGEST_PAGE:
            raise invalid(f"page_size {request.page_size} is not in 1..{LARGEST_PAGE}")
        of = _name(request)
        token = request.page_token
        after = _key(token, of, [type(part) for part in before_all]) if token else list(before_all)
        return cls(request.page_size or PAGE, after, of)

    @property
    def fetch(self) -> int:
        """How many rows to fetch.

        One more than the page has, which tells whether there is another page.
        """
        return self.size + 1

    def cut(self, rows: Sequence[Row], key: Callable[[Row], Sequence[int | str]]) -> tuple[Sequence[Row], str]:
        """Return the page, and the token of the next one.

        *rows*: the `fetch` rows, or fewer. The token is "" where this is the last page.
        """
        if len(rows) <= self.size:
            return rows, ""
        page = rows[: self.size]
        return page, _token(self._of, key(page[-1]))


def _name(request: Any) -> str:
    """Return a name for the list that *request* asks for.

    A hash of its type and of all its fields but the page's.
    """
    filters = type(request).FromString(request.SerializeToString())
    filters.ClearField("page_size")
    filters.ClearField("page_token")
    said = f"{request.DESCRIPTOR.name}:".encode() + filters.SerializeToString(deterministic=True)
    return sha256(said).hexdigest()[:12]


def _token(of: str, key: Sequence[int | str]) -> str:
    written = json.dumps([of, *key], separators=(",", ":"))
    return urlsafe_b64encode(written.encode()).decode().rstrip("=")


def _key(token: str, of: str, kinds: list[type]) -> Key:
    """Return the key that `_token` was made of.

    Raises `Refused` for a token that is not of the list *of*.
    """
    try:
        read = json.loads(urlsafe_b64decode(token + "=" * (-len(token) % 4)))
    except (ValueError, RecursionError):
        read = None
    if not isinstance(read, list) or read[:1] != [of] or not _is_key(read[1:], kinds):
        raise invalid(f"page_token {cut(token)!r}: give the next_page_token of the page before, with the same filters")
    return read[1:]


def _is_key(read: list[Any], kinds: list[type]) -> bool:
    """Say whether the store can be asked for the key.

    Whoever calls may have made it up.
    """
    return [type(part) for part in read] == kinds and all(
        -1 <= part <= LARGEST_INT if isinstance(part, int) else part.isprintable() for part in read
    )


LONGEST: Final = 100 * 365 * 86_400  # seconds


def span(field: str, given: Duration, least: float) -> timedelta:
    """Return a length of time, at least *least* seconds.

    Raises `Refused` for one that is shorter, or longer than 100 years.
    """
    seconds = given.seconds + given.nanos / 1e9
    if not least <= seconds <= LONGEST:
        raise invalid(f"{field} of {seconds:g} s is not in {least:g} s..100 years")
    return timedelta(seconds=seconds)
