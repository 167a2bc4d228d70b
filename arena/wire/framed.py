"""Exchange messages between workers and gateways over a TCP stream.

A frame is the length of a message (u32, little-endian) and the message. Each end sends a frame every second. Therefore
an end that hangs or cannot be reached is noticed within 10 s, or earlier by `handle_silence`.
"""

import asyncio
import struct
from typing import Final, cast

LENGTH: Final = struct.Struct("<I")
MOST: Final = 64_000_000  # The most bytes of a message.
ROOM: Final = 262_144  # Bytes read at once.
BEAT: Final = 1.0  # Seconds between two frames of an idle end.
SILENT_BEATS: Final = 8  # Counted, not timed: after a suspension a process first reads the waiting messages.
UNREAD: Final = 1_000_000  # Unsent bytes above which `is_writable` is false.


class Framed(asyncio.BufferedProtocol):
    """One end of a stream of frames; subclasses override `handle_message` and `handle_end`.

    Attributes:
        is_writable: Whether the other end reads fast enough; False after the end of the stream.
        most: The longest message that this end accepts, in bytes.
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

    def handle_message(self, message: bytes) -> None:
        """Handle the message of a frame; empty frames are skipped."""
        raise NotImplementedError

    def handle_end(self, why: str) -> None:
        """Handle the end of the stream. *why*: its reason in one line. This is the last call."""
        raise NotImplementedError

    def handle_drain(self) -> None:
        """Handle that the buffer has drained: `is_writable` is true again."""

    def handle_silence(self, beats: int) -> None:
        """Handle that no frame has come for *beats* seconds; called every second of silence."""

    def beat(self) -> bytes:
        """Return the message of this second's frame; b"" for an empty frame."""
        return b""

    def send(self, *pieces: bytes) -> None:
        """Send one message, given in *pieces*; drop it after the end of the stream."""
        if self._transport is not None and not self._transport.is_closing():
            self._transport.writelines((LENGTH.pack(sum(map(len, pieces))), *pieces))

    def close(self) -> None:
        """End the stream after all sent messages are written."""
        if self._transport is not None:
            self._transport.close()

    def abort(self, why: str) -> None:
        """End the stream at once, for the reason *why*, even if uvloop closed it silently after a cancelled dial."""
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
        self.handle_end(str(error) if error else self._why)

    def pause_writing(self) -> None:
        self.is_writable = False

    def resume_writing(self) -> None:
        self.is_writable = True
        self.handle_drain()

    def get_buffer(self, sizehint: int) -> memoryview:
        return self._room[self._filled :]

    def buffer_updated(self, nbytes: int) -> None:
        self._silent = 0
        self._filled += nbytes
        begin = 0
        while self._filled - begin >= LENGTH.size:
            end = begin + LENGTH.size + LENGTH.unpack_from(self._room, begin)[0]
            if end - begin > LENGTH.size + self.most:
                self.abort(f"it sent a message of {end - begin - LENGTH.size} bytes: at most {self.most} are accepted")
                return
            if end > self._filled:
                break
            message = bytes(self._room[begin + LENGTH.size : end])
            begin = end
            if message:
                self.handle_message(message)
            if self._transport is None:
                return
        self._make_room(begin)

    def _make_room(self, begin: int) -> None:
        """Move the incomplete message at offset *begin* to the buffer's front, with room for its rest."""
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
            self.handle_silence(self._silent - 1)
        self._beating = asyncio.get_running_loop().call_later(BEAT, self._beat)
