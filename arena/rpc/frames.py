"""The frames of HTTP/2 as far as messages need them: where one ends, what is in DATA and WINDOW_UPDATE, and GOAWAY.

Source: RFC 9113, 4.1, 6.1, 6.8 and 6.9. All others are h2's.
"""

import struct
from typing import Final

from h2.errors import ErrorCodes

HEAD: Final = 9  # bytes
DATA: Final = 0
HEADERS: Final = 1
GOAWAY: Final = 7
CONTINUATION: Final = 9
END_STREAM: Final = 1
END_HEADERS: Final = 4
PADDED: Final = 8
_HEAD: Final = struct.Struct(">HBBBI")
_COUNT: Final = struct.Struct(">I")
_GOAWAY: Final = struct.Struct(">II")
NUMBER: Final = 0x7FFFFFFF  # without the reserved bit


class BadFrame(Exception):
    """A frame is not as RFC 9113 has it; the message says why, *code* is what the other side is told."""

    def __init__(self, why: str, code: ErrorCodes = ErrorCodes.PROTOCOL_ERROR) -> None:
        super().__init__(why)
        self.code = code


def head_at(view: memoryview, at: int) -> tuple[int, int, int, int]:
    """The head of the frame that begins there: its length without it, its type, its flags, the number of its stream."""
    high, low, kind, flags, number = _HEAD.unpack_from(view, at)
    return (high << 8) | low, kind, flags, number & NUMBER


def data_head(length: int, number: int) -> bytes:
    """The head of a DATA frame."""
    return _HEAD.pack(length >> 8, length & 0xFF, DATA, 0, number)


def end_of(number: int) -> bytes:
    """A DATA frame with nothing in it but that it is the stream's last."""
    return _HEAD.pack(0, 0, DATA, END_STREAM, number)


def data_in(flags: int, body: memoryview) -> memoryview:
    """What a DATA frame carries, without its padding. Raises `BadFrame`."""
    if not flags & PADDED:
        return body
    if not body or body[0] >= len(body):
        raise BadFrame("a DATA frame with more padding than there is of it")
    return body[1 : len(body) - body[0]]


def increment_in(body: memoryview) -> int:
    """What a WINDOW_UPDATE frame says. Raises `BadFrame`."""
    if len(body) != _COUNT.size:
        raise BadFrame(f"a WINDOW_UPDATE frame of {len(body)} bytes", ErrorCodes.FRAME_SIZE_ERROR)
    count = int(_COUNT.unpack(body)[0]) & NUMBER
    if not count:
        raise BadFrame("a WINDOW_UPDATE frame that says nothing")
    return count


def goaway_in(number: int, body: memoryview) -> tuple[int, int]:
    """What a GOAWAY frame, of stream *number*, says: the last stream that goes on, a code. Raises `BadFrame`."""
    if number or len(body) < _GOAWAY.size:
        raise BadFrame(f"a GOAWAY frame of {len(body)} bytes on stream {number}")
    last, code = _GOAWAY.unpack_from(body)
    return last & NUMBER, code
