"""Read and write a batch's frame: the header, the seats asked, and the answers."""

from __future__ import annotations

import struct
from collections.abc import Sequence
from typing import Final

from arena.rules import varint
from arena.wire.columns.layout import ALIGNMENT
from arena.wire.refusals import MalformedError

# Format version u16, number of the variant u16, rows u32.
HEADER: Final = struct.Struct("<HHI")
MAX_ROWS: Final = 8192  # per batch
ACTION_BYTES: Final = 8
# The tags of seat.proto: ToBot.columns, Columns.batch and Columns.data.
COLUMNS_TAG: Final = b"\x2a"
BATCH_TAG: Final = b"\x08"
DATA_TAG: Final = b"\x12"


def padding(length: int) -> bytes:
    """Return the zeros after an array that ends at *length*."""
    return bytes(-length % ALIGNMENT)


def rows_of(data: bytes | bytearray) -> int:
    """Return the number of rows of a batch; raises `MalformedError` without a header."""
    if len(data) < HEADER.size:
        raise MalformedError(f"a batch of {len(data)} bytes is too short: a header has {HEADER.size} bytes")
    rows: int = HEADER.unpack_from(data)[2]
    return rows


def seats_of(data: bytes) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return the seat ids and numbers of a batch's decisions, in order.

    A gateway reads nothing else of a batch. Raises `MalformedError` if the batch ends before them.
    """
    rows = rows_of(data)
    if len(data) < HEADER.size + 12 * rows:
        raise MalformedError(f"a batch of {len(data)} bytes is too short for its {rows} rows")
    numbers = struct.unpack_from(f"<{rows}i", data, HEADER.size + 8 * rows)
    return struct.unpack_from(f"<{rows}Q", data, HEADER.size), numbers


def head_of(data: bytes) -> bytes:
    """Return the beginning of a batch that `seats_of` and `attempts_of` read."""
    return data[: head_bytes(rows_of(data))]


def head_bytes(rows: int) -> int:
    """Return the length of that beginning in a batch of *rows* rows."""
    return _attempts_at(rows) + rows


def attempts_of(data: bytes) -> bytes:
    """Return the attempts of a batch's decisions, one byte each, in order."""
    rows = rows_of(data)
    return data[_attempts_at(rows) :][:rows]


def _attempts_at(rows: int) -> int:
    numbers_end = HEADER.size + 12 * rows
    return numbers_end + -numbers_end % ALIGNMENT


def columns_bytes(batch: int, data: bytes) -> bytes:
    """Serialise a ToBot with that batch by hand, since protobuf would copy *data* three times."""
    begin = BATCH_TAG + varint(batch) + DATA_TAG + varint(len(data))
    return b"".join((COLUMNS_TAG, varint(len(begin) + len(data)), begin, data))


def write_actions(actions: Sequence[int]) -> bytes:
    """Serialise a batch's answers, one per row: 8 bytes, signed, little-endian."""
    return struct.pack(f"<{len(actions)}q", *actions)


def read_actions(data: bytes, rows: int) -> list[int]:
    """Return the answers to *rows* rows, perhaps illegal; raises `MalformedError`."""
    if len(data) != ACTION_BYTES * rows:
        raise MalformedError(f"{len(data)} bytes of actions: give {ACTION_BYTES} for each of the {rows} rows")
    return list(struct.unpack(f"<{rows}q", data))
