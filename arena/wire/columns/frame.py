"""A batch without its meaning: the header, the seats it asks, and the actions that answer it."""

from __future__ import annotations

import struct
from collections.abc import Sequence
from typing import Final

from arena.rules import varint
from arena.wire.columns.layout import ALIGNMENT
from arena.wire.problems import Malformed

# Format version u16, number of the variant u16, rows u32.
HEADER: Final = struct.Struct("<HHI")
MOST_ROWS: Final = 8192  # of a batch
ACTION_BYTES: Final = 8
# The tags of seat.proto: ToBot.columns, Columns.batch and Columns.data.
COLUMNS_TAG: Final = b"\x2a"
BATCH_TAG: Final = b"\x08"
DATA_TAG: Final = b"\x12"


def padding(length: int) -> bytes:
    """The zeros that follow an array which ends at *length*: each array begins at a multiple of 8."""
    return bytes(-length % ALIGNMENT)


def rows_of(data: bytes) -> int:
    """How many rows a batch has. `Malformed` where it has no header."""
    if len(data) < HEADER.size:
        raise Malformed(f"a batch of {len(data)} bytes: accepted is a header of {HEADER.size} and the arrays")
    rows: int = HEADER.unpack_from(data)[2]
    return rows


def seats_of(data: bytes) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The seat ids and the numbers of a batch's decisions, in its order: all that a gateway reads of it.

    `Malformed` where the batch ends before them.
    """
    rows = rows_of(data)
    if len(data) < HEADER.size + 12 * rows:
        raise Malformed(f"a batch of {len(data)} bytes: its {rows} rows do not fit")
    numbers = struct.unpack_from(f"<{rows}i", data, HEADER.size + 8 * rows)
    return struct.unpack_from(f"<{rows}Q", data, HEADER.size), numbers


def head_of(data: bytes) -> bytes:
    """The beginning of a batch, with all that says whom it asks: `seats_of` and `attempts_of` read it."""
    rows = rows_of(data)
    return data[: _attempts_at(rows) + rows]


def attempts_of(data: bytes) -> bytes:
    """The attempts of a batch's decisions, a byte each, in its order."""
    rows = rows_of(data)
    return data[_attempts_at(rows) :][:rows]


def _attempts_at(rows: int) -> int:
    numbers_end = HEADER.size + 12 * rows
    return numbers_end + -numbers_end % ALIGNMENT


def columns_bytes(batch: int, data: bytes) -> bytes:
    """A serialised ToBot with that batch, put down by hand: protobuf would copy *data* three times."""
    begin = BATCH_TAG + varint(batch) + DATA_TAG + varint(len(data))
    return b"".join((COLUMNS_TAG, varint(len(begin) + len(data)), begin, data))


def write_actions(actions: Sequence[int]) -> bytes:
    """The answers to a batch, one for each row in its order: 8 bytes each, signed, little-endian."""
    return struct.pack(f"<{len(actions)}q", *actions)


def read_actions(data: bytes, rows: int) -> list[int]:
    """The actions that answer a batch of so many rows; whether they are legal is not looked at.

    `Malformed` when there are more or fewer.
    """
    if len(data) != ACTION_BYTES * rows:
        raise Malformed(f"{len(data)} bytes of actions: accepted are {ACTION_BYTES} for each of the {rows} rows")
    return list(struct.unpack(f"<{rows}q", data))
