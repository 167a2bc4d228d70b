"""Make messages from rows.

A field of the message is the row's attribute of the same name.
"""

from collections.abc import Iterable
from typing import Any, TypeVar

from google.protobuf.message import Message

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
