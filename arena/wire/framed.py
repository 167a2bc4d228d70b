"""Messages over a TCP stream between workers and gateways.

A frame is the length of a message (u32, little-endian) and the message. Each end writes one every second, so that an
end that hangs or is unreachable is noticed within 10 s, or sooner by `unheard`.
"""

import asyncio
import struct
from typing import Final, cast

LENGTH: Final = struct.Struct("<I")
MOST: Final = 64_000_000  # bytes of a message
ROOM: Final = 262_144  # bytes that are read at once
BEAT: Final = 1.0  # seconds
SILENT_BEATS: Final = 8  # counted, not timed: a process that was stopped first reads what has come
UNREAD: Final = 1_000_000  # unsent bytes above which `is_writable` is false


class Framed(asyncio.BufferedProtocol):
    """One end of such a stream; users override `received` and `ended`.

    Attributes:
        is_writable: Whether the other side keeps up; False also after the end.
        most: Bytes that a message may have.
    """

    def __init__(self, most: int = MOST) -> None:
        self.is_writable = False
        self.most = most
        self._room = memoryview(bytearray(min(ROOM, most) + LENGTH.size))
        self._filled = 0
        self._silent = 0
        self._why = "it was closed"
        self._transport: asyncio.Transport | None = None
        self._beating: asyncio.TimerHandle | None = None

    def received(self, message: bytes) -> None:
        """Handle a message."""
        raise NotImplementedError

    def ended(self, why: str) -> None:
        """Handle the end of the stream; called once, and last."""
        raise NotImplementedError

    def written(self) -> None:
        """Handle drained buffers: `is_writable` is true again."""

    def unheard(self, beats: int) -> None:
        """Handle that nothing was heard for so many beats; called at each of them."""

    def beat(self) -> bytes:
        """Return the message of this second; an empty one says nothing."""
        return b""

    def send(self, *pieces: bytes) -> None:
        """Write a message, whole or in pieces; dropped after the end."""
        if self._transport is not None and not self._transport.is_closing():
            self._transport.writelines((LENGTH.pack(sum(map(len, pieces))), *pieces))

    def close(self) -> None:
        """End the stream when what was sent is written."""
        if self._transport is not None:
            self._transport.close()

    def abort(self, why: str) -> None:
        """End the stream at once, also one that uvloop has closed silently when a dial was given up."""
        if self._transport is not None:
            self._why = why
            self._transport.abort()
        if self._beating:
            self._beating.cancel()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.Transport, transport)
        self._transport.set_write_buffer_limits(high=UNREAD)
        self.is_writable = True
        self._beating = asyncio.get_running_loop().call_later(BEAT, self._beat)

    def connection_lost(self, error: Exception | None) -> None:
        self._transport = None
        self.is_writable = False
        if self._beating:
            self._beating.cancel()
        self.ended(str(error) if error else self._why)

    def pause_writing(self) -> None:
        self.is_writable = False

    def resume_writing(self) -> None:
        self.is_writable = True
        self.written()

    def get_buffer(self, sizehint: int) -> memoryview:
        return self._room[self._filled :]

    def buffer_updated(self, nbytes: int) -> None:
        self._silent = 0
        self._filled += nbytes
        begin = 0
        while self._filled - begin >= LENGTH.size:
            end = begin + LENGTH.size + LENGTH.unpack_from(self._room, begin)[0]
            if end - begin > LENGTH.size + self.most:
                self.abort(f"a message of {end - begin - LENGTH.size} bytes came: at most {self.most} are accepted")
                return
            if end > self._filled:
                break
            message = bytes(self._room[begin + LENGTH.size : end])
            begin = end
            if message:
                self.received(message)
            if self._transport is None:
                return
        self._make_room(begin)

    def _make_room(self, begin: int) -> None:
        """Move the begun message to the front, with room for its rest."""
        rest = self._room[begin : self._filled]
        need = min(ROOM, self.most)
        if len(rest) >= LENGTH.size:
            need = max(need, LENGTH.unpack_from(rest)[0])
        if need + LENGTH.size != len(self._room):
            self._room = memoryview(bytearray(need + LENGTH.size))
        self._room[: len(rest)] = rest
        self._filled = len(rest)

    def _beat(self) -> None:
        self._silent += 1
        if self._silent > SILENT_BEATS:
            self.abort(f"nothing was heard for {BEAT * SILENT_BEATS:.0f} s")
            return
        if self.is_writable:
            self.send(self.beat())
        if self._silent > 1:
            self.unheard(self._silent - 1)
        self._beating = asyncio.get_running_loop().call_later(BEAT, self._beat)
