"""Messages made from rows: a field gets what the row's attribute of the same name holds."""

from collections.abc import Iterable
from typing import Any, TypeVar

from google.protobuf.message import Message

Made = TypeVar("Made", bound=Message)


def message_of(kind: type[Made], row: object, **others: Any) -> Made:
    """Make a message of *kind* from *row*; *others* are the fields that the row has not, or not so.

    A field that is None in the row stays unset, and a `datetime` becomes a `Timestamp`.
    """
    names = kind.DESCRIPTOR.fields_by_name.keys() - others.keys()
    return kind(**{name: getattr(row, name) for name in names}, **others)


def in_hex(raw: bytes | None) -> str:
    """How hashes, seeds, secrets and keys are told; "" for one that is not."""
    return "" if raw is None else raw.hex()


def all_in_hex(raw: Iterable[bytes]) -> list[str]:
    """`in_hex` of each."""
    return [each.hex() for each in raw]
