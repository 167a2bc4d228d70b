"""gRPC's framing of messages: a byte that says whether it is compressed, four for its length, and the message.

Source: "Length-Prefixed-Message" of gRPC over HTTP/2 (PROTOCOL-HTTP2.md).
"""

import struct
from collections import deque
from typing import Final

PREFIX: Final = struct.Struct(">BI")


class BadMessage(Exception):
    """What came is no message that is taken here; the message says why."""


class TooLong(BadMessage):
    """A message is longer than is taken here."""


def prefix(message: bytes) -> bytes:
    """What goes out before *message*."""
    return PREFIX.pack(0, len(message))


class Assembly:
    """Puts messages together out of what comes in pieces; none may have more than *most* bytes."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._begun = bytearray()
        self._wanted = PREFIX.size  # bytes to the end of what is begun, its prefix or its message

    @property
    def is_whole(self) -> bool:
        """Whether nothing of a message is there whose rest is not."""
        return not self._begun

    def add(self, piece: memoryview, messages: deque[bytes]) -> None:
        """Append to *messages* those that *piece* completes. Raises `BadMessage` as soon as a prefix shows it."""
        if not self._begun and len(piece) >= PREFIX.size and len(piece) == self._end(piece):
            messages.append(bytes(piece[PREFIX.size :]))
            return
        self._begun += piece
        while len(self._begun) >= self._wanted:
            end = self._end(self._begun)
            if len(self._begun) < end:
                self._wanted = end
                break
            messages.append(bytes(self._begun[PREFIX.size : end]))
            del self._begun[:end]
            self._wanted = PREFIX.size

    def _end(self, piece: memoryview | bytearray) -> int:
        """Where the message ends that *piece* begins with. Raises `BadMessage`."""
        compressed, length = PREFIX.unpack_from(piece)
        if compressed:
            raise BadMessage("compressed messages are not taken here: send them as they are (grpc-encoding: identity)")
        if length > self._most:
            raise TooLong(f"a message of {length} bytes: at most {self._most} are taken here")
        return int(PREFIX.size + length)
