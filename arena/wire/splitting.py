"""Split a large message, so that it does not block a link for long."""

from collections.abc import Iterator
from typing import Final

from google.protobuf.message import Message

MOST: Final = 3_000_000  # the most bytes of a message with several members; a larger single member is not split


def split_message(gathered: Message) -> Iterator[bytes]:
    """Yield serialised messages of about `MOST` bytes with all members of *gathered*, whose fields are repeated."""
    data = gathered.SerializeToString()
    if len(data) <= MOST:
        yield data
        return
    parcel, size = type(gathered)(), 0
    for field, members in gathered.ListFields():  # in the order in which the receiver handles the fields
        for member in members:
            weight = member.ByteSize() if isinstance(member, Message) else 8
            if size and size + weight > MOST:
                yield parcel.SerializeToString()
                parcel, size = type(gathered)(), 0
            getattr(parcel, field.name).append(member)
            size += weight
    yield parcel.SerializeToString()
