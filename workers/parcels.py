"""What has gathered for a gateway, in messages small enough: gRPC ends a stream on which one above 4 MiB comes."""

from collections.abc import Iterator
from typing import Final

from arena.wire.gen import link_pb2 as pb

MOST: Final = 3_000_000  # bytes of a message that has several members; one alone goes whole


def parcels(gathered: pb.ToGateway) -> Iterator[pb.ToGateway]:
    """*gathered* in messages of about `MOST` bytes; handled one after another they come to the same."""
    if gathered.ByteSize() <= MOST:
        yield gathered
        return
    parcel, size = pb.ToGateway(), 0
    for field, members in gathered.ListFields():  # in the order in which a gateway handles them
        for member in members:
            weight = member.ByteSize()
            if size and size + weight > MOST:
                yield parcel
                parcel, size = pb.ToGateway(), 0
            getattr(parcel, field.name).append(member)
            size += weight
    yield parcel
