"""Keep the beginning and the end of a seat's output."""

import asyncio
import os
from typing import Final

HEAD: Final = 16 * 1024  # bytes
TAIL: Final = 40 * 1024  # bytes
CHUNK: Final = 64 * 1024  # bytes


class SeatLog:
    """Reads a seat's output from the pipe *descriptor* until the other end closes."""

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor
        self._head, self._tail = bytearray(), bytearray()
        self._left_out = 0
        self._loop = asyncio.get_running_loop()
        self._is_open = True
        os.set_blocking(descriptor, False)
        self._loop.add_reader(descriptor, self._read)

    @property
    def text(self) -> str:
        """The output so far; the middle of a long output is left out."""
        between = f"\n[... {self._left_out:,} bytes left out ...]\n".encode() if self._left_out else b""
        return bytes(self._head + between + self._tail).decode(errors="replace")

    def close(self) -> None:
        """Read the rest of the output, and close the pipe."""
        while self._is_open and self._read():
            pass
        self._stop()

    def _read(self) -> bool:
        """Read once from the pipe; return whether there may be more."""
        try:
            data = os.read(self._descriptor, CHUNK)
        except BlockingIOError:
            return False
        if not data:
            self._stop()
            return False
        room = HEAD - len(self._head)
        self._head += data[:room]
        self._tail += data[room:]
        if len(self._tail) > TAIL:
            self._left_out += len(self._tail) - TAIL
            del self._tail[:-TAIL]
        return True

    def _stop(self) -> None:
        if self._is_open:
            self._is_open = False
            self._loop.remove_reader(self._descriptor)
            os.close(self._descriptor)
