"""Messages made from rows: a field gets what the row's attribute of the same name holds."""

from typing import Any, TypeVar

from google.protobuf.message import Message

Made = TypeVar("Made", bound=Message)


def message_of(kind: type[Made], row: object, **others: Any) -> Made:
    """Make a message of *kind* from *row*; *others* are the fields that the row has not, or not so.

    A field that is None in the row stays unset, and a `datetime` becomes a `Timestamp`.
    """
    names = kind.DESCRIPTOR.fields_by_name.keys() - others.keys()
    return kind(**{name: getattr(row, name) for name in names}, **others)
