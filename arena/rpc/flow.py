"""Flow control: how many bytes of messages may go each way before the other side has said that there is room again.

Source: RFC 9113, 5.2 and 6.9.
"""

import struct
from typing import Final

from h2.errors import ErrorCodes

MOST: Final = 2**31 - 1
FIRST: Final = 65_535  # a window's bytes before anything is said of it
LITTLE: Final = 1024  # bytes: a sender that has no more left waits for each message to be read
WINDOW_UPDATE: Final = 8  # the type of a frame
_FRAME: Final = struct.Struct(">BHBBII")  # length in two parts, type, flags, stream, increment


class Overflow(Exception):
    """The other side sent more than it may, or made a window larger than one can be."""

    code: Final = ErrorCodes.FLOW_CONTROL_ERROR


class Inbound:
    """The window of what comes: given back as it is read, half a window at a time, or a little where there is none."""

    __slots__ = ("_left", "_owed", "_size")

    def __init__(self, size: int) -> None:
        self._size = size
        self._left = size
        self._owed = 0

    def take(self, count: int) -> None:
        """So many bytes came. Raises `Overflow`."""
        self._left -= count
        if self._left < 0:
            raise Overflow(f"{-self._left} bytes more came than may")

    def give(self, count: int) -> int:
        """So many were read. Returns by how much the sender is to be told that its window grows: mostly 0."""
        self._owed += count
        if self._owed * 2 < self._size and (self._left > LITTLE or self._owed < LITTLE):
            return 0
        grown, self._owed = self._owed, 0
        self._left += grown
        return grown


class Outbound:
    """The window of what goes."""

    __slots__ = ("left",)

    def __init__(self, size: int = FIRST) -> None:
        self.left = size

    def grow(self, count: int) -> None:
        """There is room for so many bytes more, or fewer. Raises `Overflow`."""
        self.left += count
        if self.left > MOST:
            raise Overflow(f"a window of {self.left} bytes: {MOST} is the largest")


def window_update(number: int, count: int) -> bytes:
    """The frame that says that the window of a stream, or of the connection (0), grew."""
    return _FRAME.pack(0, 4, WINDOW_UPDATE, 0, number, count)
