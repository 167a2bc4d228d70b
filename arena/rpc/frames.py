"""The frames of HTTP/2 as far as messages need them: where one ends, and what is in DATA and WINDOW_UPDATE.

Source: RFC 9113, 4.1, 6.1 and 6.9. All others are h2's.
"""

import struct
from typing import Final, NamedTuple

HEAD: Final = 9  # bytes
DATA: Final = 0
END_STREAM: Final = 1
PADDED: Final = 8
_HEAD: Final = struct.Struct(">HBBBI")
_COUNT: Final = struct.Struct(">I")
NUMBER: Final = 0x7FFFFFFF  # without the reserved bit


class BadFrame(Exception):
    """A frame is not as RFC 9113 has it; the message says why."""


class Head(NamedTuple):
    """A frame's head; *length* without it."""

    length: int
    kind: int
    flags: int
    number: int


def head_at(view: memoryview, at: int) -> Head:
    """The head of the frame that begins there."""
    high, low, kind, flags, number = _HEAD.unpack_from(view, at)
    return Head((high << 8) | low, kind, flags, number & NUMBER)


def data_head(length: int, number: int) -> bytes:
    """The head of a DATA frame."""
    return _HEAD.pack(length >> 8, length & 0xFF, DATA, 0, number)


def end_of(number: int) -> bytes:
    """A DATA frame with nothing in it but that it is the stream's last."""
    return _HEAD.pack(0, 0, DATA, END_STREAM, number)


def data_in(head: Head, body: memoryview) -> memoryview:
    """What a DATA frame carries, without its padding. Raises `BadFrame`."""
    if not head.flags & PADDED:
        return body
    if not body or body[0] >= len(body):
        raise BadFrame("a DATA frame with more padding than there is of it")
    return body[1 : len(body) - body[0]]


def increment_in(body: memoryview) -> int:
    """What a WINDOW_UPDATE frame says. Raises `BadFrame`."""
    if len(body) != _COUNT.size:
        raise BadFrame(f"a WINDOW_UPDATE frame of {len(body)} bytes")
    count = int(_COUNT.unpack(body)[0]) & NUMBER
    if not count:
        raise BadFrame("a WINDOW_UPDATE frame that says nothing")
    return count
