"""A batch as a link message, built around its rows: protobuf would copy them three times."""

from collections.abc import Sequence
from typing import Final

from arena.rules.hands.packed import varint
from arena.wire.gen import link_pb2 as pb
from arena.wire.gen import seat_pb2

LENGTH_DELIMITED: Final = 2  # protobuf's wire type of a field that is bytes, or a message


def question(ask: pb.ColumnAsk, batch: int, rows: Sequence[bytes]) -> list[bytes]:
    """A ToGateway, in pieces, that has *ask* with the Columns of *batch*: their data are *rows*, in pieces too."""
    size = sum(map(len, rows))
    columns = seat_pb2.Columns(batch=batch).SerializeToString() + _field(seat_pb2.Columns.DATA_FIELD_NUMBER, size)
    size += len(columns)
    asked = ask.SerializeToString() + _field(pb.ColumnAsk.COLUMNS_FIELD_NUMBER, size) + columns
    size += len(asked) - len(columns)
    return [_field(pb.ToGateway.COLUMN_ASKS_FIELD_NUMBER, size) + asked, *rows]


def _field(number: int, size: int) -> bytes:
    """Encode the head of a field of so many bytes."""
    return varint(number << 3 | LENGTH_DELIMITED) + varint(size)
