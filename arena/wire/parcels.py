"""What has gathered for the other end of a link, as messages small enough: one holds nobody up for long."""

from collections.abc import Iterator
from typing import Final

from google.protobuf.message import Message

MOST: Final = 3_000_000  # bytes of a message that has several members; one alone goes whole


def parcels(gathered: Message) -> Iterator[bytes]:
    """*gathered*, of which every field is repeated, serialised as messages of about `MOST` bytes.

    Handled one after another they come to the same.
    """
    data = gathered.SerializeToString()
    if len(data) <= MOST:
        yield data
        return
    parcel, size = type(gathered)(), 0
    for field, members in gathered.ListFields():  # in the order in which they are handled
        for member in members:
            weight = member.ByteSize() if isinstance(member, Message) else 8
            if size and size + weight > MOST:
                yield parcel.SerializeToString()
                parcel, size = type(gathered)(), 0
            getattr(parcel, field.name).append(member)
            size += weight
    yield parcel.SerializeToString()
