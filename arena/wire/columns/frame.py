"""Read and write parts of a batch: its header, the ids of its seats, and the answers to it."""

from __future__ import annotations

import struct
from collections.abc import Sequence
from typing import Final

from arena.rules import varint
from arena.wire.columns.layout import ALIGNMENT
from arena.wire.refusals import MalformedError

# The header: format version u16, number of the variant u16, number of rows u32.
HEADER: Final = struct.Struct("<HHI")
MAX_ROWS: Final = 8192  # the most rows of a batch
ACTION_BYTES: Final = 8  # bytes of the answer to one row
# Protobuf tags of fields in seat.proto: ToBot.columns, Columns.batch and Columns.data.
COLUMNS_TAG: Final = b"\x2a"
BATCH_TAG: Final = b"\x08"
DATA_TAG: Final = b"\x12"


def padding(length: int) -> bytes:
    """Return the zero bytes that follow an array of *length* bytes, up to a multiple of 8."""
    return bytes(-length % ALIGNMENT)


def rows_of(data: bytes | bytearray) -> int:
    """Return the number of rows of the serialised batch *data*. Raises `MalformedError` if it has no header."""
    if len(data) < HEADER.size:
        raise MalformedError(f"a batch of {len(data)} bytes is too short: a header has {HEADER.size} bytes")
    rows: int = HEADER.unpack_from(data)[2]
    return rows


def seats_of(data: bytes) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return the seat ids and the decision numbers of the serialised batch *data*, one per row.

    Gateways read only these and the attempts (`attempts_of`). Raises `MalformedError` if *data* ends too early.
    """
    rows = rows_of(data)
    if len(data) < HEADER.size + 12 * rows:
        raise MalformedError(f"a batch of {len(data)} bytes is too short for its {rows} rows")
    numbers = struct.unpack_from(f"<{rows}i", data, HEADER.size + 8 * rows)
    return struct.unpack_from(f"<{rows}Q", data, HEADER.size), numbers


def head_of(data: bytes) -> bytes:
    """Return the first bytes of the serialised batch *data*: all that `seats_of` and `attempts_of` read."""
    return data[: head_bytes(rows_of(data))]


def head_bytes(rows: int) -> int:
    """Return how many bytes `head_of` returns for a batch of *rows* rows."""
    return _attempts_at(rows) + rows


def attempts_of(data: bytes) -> bytes:
    """Return the attempt numbers of the serialised batch *data*, one byte per row, each from 0."""
    rows = rows_of(data)
    return data[_attempts_at(rows) :][:rows]


def _attempts_at(rows: int) -> int:
    numbers_end = HEADER.size + 12 * rows
    return numbers_end + -numbers_end % ALIGNMENT


def columns_bytes(batch: int, data: bytes) -> bytes:
    """Return a serialised ToBot with the rows *data* under the number *batch*.

    It is encoded by hand, because protobuf would copy *data* three times.
    """
    begin = BATCH_TAG + varint(batch) + DATA_TAG + varint(len(data))
    return b"".join((COLUMNS_TAG, varint(len(begin) + len(data)), begin, data))


def write_actions(actions: Sequence[int]) -> bytes:
    """Serialise the answers to a batch, one action per row: 8 bytes each, signed, little-endian."""
    return struct.pack(f"<{len(actions)}q", *actions)


def read_actions(data: bytes, rows: int) -> list[int]:
    """Return the actions in *data*, perhaps illegal. Raises `MalformedError` unless there are *rows* actions."""
    if len(data) != ACTION_BYTES * rows:
        raise MalformedError(f"{len(data)} bytes of actions: give {ACTION_BYTES} for each of the {rows} rows")
    return list(struct.unpack(f"<{rows}q", data))
