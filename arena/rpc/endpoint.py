"""One end of an HTTP/2 connection over asyncio, for calls whose messages are many.

The library h2 knows the protocol: settings, headers, pings, resets, and the states of streams. What carries messages
goes past it: DATA frames, and the windows of their flow control. That is a tenth of the work (docs/speed.md), and most
of what travels; h2 hears of the last DATA frame of a stream as an empty one.
"""

import asyncio
import logging
from typing import Any, Final, cast

from h2.config import H2Configuration
from h2.connection import H2Connection
from h2.errors import ErrorCodes
from h2.events import ConnectionTerminated, Event, RemoteSettingsChanged, StreamEnded, StreamReset
from h2.exceptions import ProtocolError
from h2.settings import ChangedSetting, SettingCodes
from hyperframe.frame import GoAwayFrame

from arena.rpc.flow import FIRST, WINDOW_UPDATE, Inbound, Outbound, Overflow, window_update
from arena.rpc.frames import DATA, END_STREAM, HEAD, BadFrame, Head, data_head, data_in, end_of, head_at, increment_in
from arena.rpc.headers import Header
from arena.rpc.patience import Patience
from arena.rpc.stream import Broken, Stream

log = logging.getLogger("arena.rpc")

FRAME_BYTES: Final = 32_768  # taken in one frame
STREAM_WINDOW: Final = 262_144  # bytes that may come and not be read yet
CONNECTION_WINDOW: Final = 1_048_576
HEADER_BYTES: Final = 16_384  # as gRPC's own
BACKLOG_BYTES: Final = 4_194_304  # that the other side does not read
PREFACE: Final = len(b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n")
OPENING: Final = 10.0  # seconds in which the other side says its first words
KEEPALIVE: Final = 10.0  # seconds of silence after which it is asked for a sign, and again until it is given up


class Endpoint(asyncio.BufferedProtocol):
    """A connection; what the calls on it are is for who inherits."""

    def __init__(self, is_client: bool, streams: int, message_bytes: int) -> None:
        """*streams*: that a client may have open at once; *message_bytes*: of one that comes."""
        self.loop = asyncio.get_running_loop()
        self.streams: dict[int, Stream] = {}
        self.end: str = ""  # why nothing goes on this connection, once that is so
        self._message_bytes = message_bytes
        self._is_client = is_client
        self._streams_at_once = streams
        self._buffer = bytearray(2 * (HEAD + FRAME_BYTES))
        self._view = memoryview(self._buffer)
        self._filled = 0
        self._preface = 0 if is_client else PREFACE  # bytes of it that are still to come
        self._inbound = Inbound(CONNECTION_WINDOW)
        self._outbound = Outbound()
        self._window = FIRST  # of a new stream, as the other side wants it
        self._is_full = False  # the socket takes no more for now
        self._patience = Patience(self.loop.time())
        self._timer: asyncio.TimerHandle | None = None
        self._heard = False
        self._asked = True  # for the first words
        self._welcome: asyncio.Future[None] = self.loop.create_future()
        self._h2 = H2Connection(H2Configuration(client_side=is_client, header_encoding=None))

    # What asyncio calls.

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.Transport, transport)
        self._h2.initiate_connection()
        self._h2.update_settings(
            {
                SettingCodes.INITIAL_WINDOW_SIZE: STREAM_WINDOW,
                SettingCodes.MAX_FRAME_SIZE: FRAME_BYTES,
                SettingCodes.MAX_HEADER_LIST_SIZE: HEADER_BYTES,
                SettingCodes.MAX_CONCURRENT_STREAMS: self._streams_at_once,
            }
        )
        self.flush()
        self._transport.write(window_update(0, CONNECTION_WINDOW - FIRST))
        if not self._is_client:  # servers send away who asks them for signs of life
            self._timer = self.loop.call_later(OPENING, self._look)

    def get_buffer(self, _hint: int) -> memoryview:
        return self._view[self._filled :]

    def buffer_updated(self, count: int) -> None:
        self._heard, self._asked = True, False
        self._filled += count
        try:
            used = self._read_all()
        except (ProtocolError, BadFrame, Overflow) as wrong:
            self._give_up(f"it broke the protocol ({wrong})")
            return
        rest = self._filled - used
        if rest and used:
            self._buffer[:rest] = self._buffer[used : self._filled]
        self._filled = rest
        if not self.end and not self._patience.is_left(self.loop.time()):
            self._h2.close_connection(ErrorCodes.ENHANCE_YOUR_CALM)
            self._give_up("it sent a flood of what is no message")
        self.flush()

    def eof_received(self) -> None:
        """The other side closed: asyncio closes ours."""

    def pause_writing(self) -> None:
        self._is_full = True

    def resume_writing(self) -> None:
        self._is_full = False
        self._room()

    def connection_lost(self, problem: Exception | None) -> None:
        if self._timer:
            self._timer.cancel()
        self.end = self.end or (f"the connection broke ({problem})" if problem else "the connection was closed")
        self._break_all()

    # What streams and calls ask for.

    async def welcomed(self) -> None:
        """Wait for the other side's first words. Raises `ConnectionError` where they do not come."""
        await self._welcome
        if self.end:
            raise ConnectionError(self.end)

    def open(self, number: int) -> Stream:
        """A stream under that number."""
        stream = Stream(self, number, self._message_bytes, Inbound(STREAM_WINDOW), Outbound(self._window))
        self.streams[number] = stream
        return stream

    def send(self, stream: Stream, data: memoryview) -> int:
        """Send of a message what there is room for now. Returns how many bytes that is."""
        sent = 0
        window = stream.outbound
        while sent < len(data) and not self._is_full and not self.end:
            room = min(window.left, self._outbound.left, self._h2.max_outbound_frame_size)
            if room <= 0:
                break
            piece = data[sent : sent + room]
            window.left -= len(piece)
            self._outbound.left -= len(piece)
            sent += len(piece)
            self._patience.carried()
            self._transport.write(b"".join((self._h2.data_to_send(), data_head(len(piece), stream.number), piece)))
        return sent

    def send_headers(self, number: int, headers: list[Header], is_last: bool = False) -> None:
        """Send headers, not flushed: what follows soon goes with them."""
        self._h2.send_headers(number, headers, end_stream=is_last)

    def end_stream(self, number: int) -> None:
        """No more is sent on a stream."""
        self._h2.end_stream(number)
        self.flush()

    def reset(self, number: int, why: ErrorCodes) -> None:
        """End a stream both ways, if it has not ended."""
        if not self.end:
            self._h2.reset_stream(number, why)
            self.flush()

    def gave_back(self, number: int, size: int, grown: int) -> None:
        """So many bytes of a stream were read, and its window grew by *grown*."""
        if self.end:
            return
        if grown:
            self._transport.write(window_update(number, grown))
        if whole := self._inbound.give(size):
            self._transport.write(window_update(0, whole))

    def flush(self) -> None:
        """Write what h2 has to send."""
        if data := self._h2.data_to_send():
            self._transport.write(data)
            if self._is_full and self._transport.get_write_buffer_size() > BACKLOG_BYTES:
                self._give_up("it reads nothing")

    def say_goodbye(self) -> None:
        """Tell the other side that no new call is taken. h2 would take its own word for the end of all streams."""
        if not self.end:
            last = max((number for number in self.streams), default=0)
            self._transport.write(GoAwayFrame(0, last_stream_id=last).serialize())

    def close(self) -> None:
        """Write what there is to write, and close."""
        self.end = self.end or "the connection was closed here"
        self._transport.close()
        self._break_all()

    @property
    def peer(self) -> Any:
        """The other side's address, as asyncio gives it."""
        return self._transport.get_extra_info("peername")

    # What comes.

    def _read_all(self) -> int:
        """Read the frames that are there whole, to where they end. Raises `ProtocolError`, `BadFrame`, `Overflow`."""
        used = min(self._preface, self._filled)
        if used:
            self._preface -= used
            self._tell(self._view[:used])
        while self._filled - used >= HEAD and not self.end:
            head = head_at(self._view, used)
            end = used + HEAD + head.length
            if end > self._filled and head.length <= FRAME_BYTES:
                break
            if head.kind == DATA and end <= self._filled:
                self._data(head, self._view[used + HEAD : end])
            elif head.kind == WINDOW_UPDATE:
                self._window_update(head.number, increment_in(self._view[used + HEAD : end]))
            else:
                self._tell(self._view[used:end])  # too long a frame among them
            used = end
        return used

    def _data(self, head: Head, body: memoryview) -> None:
        """A DATA frame. Raises `BadFrame`, `Overflow`."""
        self._inbound.take(head.length)
        self._patience.carried() if head.length else self._patience.borne()
        stream = self.streams.get(head.number)
        if stream is None or stream.is_over:
            self._stray(head)
            return
        stream.came(data_in(head, body), head.length)
        if head.flags & END_STREAM:
            self._tell(end_of(head.number))

    def _stray(self, head: Head) -> None:
        """A DATA frame of a stream that has ended: it may have crossed the end of its call."""
        self.gave_back(head.number, head.length, 0)
        if head.number > self._h2.highest_inbound_stream_id and not self._is_client:
            raise BadFrame(f"DATA on stream {head.number}, which nobody opened")

    def _window_update(self, number: int, count: int) -> None:
        """A WINDOW_UPDATE frame. Raises `Overflow`."""
        self._patience.borne()
        if not number:
            self._outbound.grow(count)
            self._room()
        elif stream := self.streams.get(number):
            stream.outbound.grow(count)
            stream.may_send()

    def _tell(self, frame: memoryview | bytes) -> None:
        """Let h2 read a frame, and heed what it says. Raises `ProtocolError`."""
        for event in self._h2.receive_data(frame):
            self._patience.heard(event)
            self.happened(event)

    def happened(self, event: Event) -> None:
        """Something came; who inherits looks here too."""
        if isinstance(event, StreamEnded):
            if stream := self.streams.get(event.stream_id or 0):
                stream.has_all()
        elif isinstance(event, RemoteSettingsChanged):
            self._changed(event.changed_settings)
        elif isinstance(event, StreamReset):
            if stream := self.streams.get(event.stream_id or 0):
                self.broke(stream, f"the stream was reset ({_name(event.error_code)})")
        elif isinstance(event, ConnectionTerminated):
            self._give_up(f"the other side ended the connection ({_name(event.error_code)})")

    def _changed(self, settings: dict[int, ChangedSetting]) -> None:
        """The other side's settings came. Raises `Overflow`."""
        if window := settings.get(SettingCodes.INITIAL_WINDOW_SIZE):
            for stream in self.streams.values():
                stream.outbound.grow(window.new_value - self._window)
            self._window = window.new_value
        if not self._welcome.done():
            self._welcome.set_result(None)
        self._room()

    def broke(self, stream: Stream, why: str) -> None:
        """*stream* ended before its call did; who inherits tells the call."""
        self.streams.pop(stream.number, None)
        stream.fail(Broken(why))

    def _room(self) -> None:
        for stream in self.streams.values():
            stream.may_send()

    def _give_up(self, why: str) -> None:
        """Close for a fault of the other side."""
        if self.end:
            return
        self.end = why
        log.info("the connection of %s is closed: %s", self.peer, why)
        if data := self._h2.data_to_send():
            self._transport.write(data)
        self._transport.close()
        self._break_all()

    def _break_all(self) -> None:
        if not self._welcome.done():
            self._welcome.set_result(None)
        for stream in [*self.streams.values()]:
            self.broke(stream, self.end)

    def _look(self) -> None:
        """Whether the other side is still there."""
        if not self._heard and self._asked:
            self.end = self.end or "nothing was heard of the other side"
            self._transport.abort()
            return
        if not self._heard:
            self._asked = True
            self._h2.ping(b"anybody?")
            self.flush()
        self._heard = False
        self._timer = self.loop.call_later(KEEPALIVE, self._look)


def _name(code: int | None) -> str:
    try:
        return ErrorCodes(code or 0).name
    except ValueError:
        return str(code)
