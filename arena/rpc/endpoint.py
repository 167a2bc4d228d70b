"""One end of an HTTP/2 connection over asyncio, for calls whose messages are many.

The library h2 knows the protocol: settings, headers, pings, resets, and the states of streams. What carries messages
goes past it: DATA frames, and the windows of their flow control. They are most of what travels, and h2 would take more
than half of what a message costs (docs/speed.md); it hears of the last DATA frame of a stream as an empty one.
"""

import asyncio
import logging
import ssl
from typing import Any, Final, cast

from grpc import StatusCode
from h2.errors import ErrorCodes
from h2.events import Event, RemoteSettingsChanged, StreamEnded, StreamReset
from h2.exceptions import ProtocolError
from h2.settings import ChangedSetting, SettingCodes
from hyperframe.frame import GoAwayFrame

from arena.rpc.control import HEADER_BYTES, Control
from arena.rpc.flow import FIRST, WINDOW_UPDATE, Inbound, Outbound, Overflow, window_update
from arena.rpc.frames import (
    CONTINUATION,
    DATA,
    END_HEADERS,
    END_STREAM,
    GOAWAY,
    HEAD,
    HEADERS,
    BadFrame,
    data_head,
    data_in,
    goaway_in,
    head_at,
    increment_in,
)
from arena.rpc.headers import OF_RESET, Header
from arena.rpc.messages import PREFIX, prefix
from arena.rpc.patience import Patience
from arena.rpc.stream import Broken, Stream

log = logging.getLogger("arena.rpc")

STREAMS_WINDOW: Final = 4  # as many streams may fill their windows before the connection's is full
BLOCK_BYTES: Final = 2 * HEADER_BYTES  # of headers as they travel: what is not encoded well may be longer so
BACKLOG_BYTES: Final = 4_194_304  # that the other side does not read
LARGE: Final = 1024  # bytes of a piece of a message
FIRST_FRAME: Final = 16_384  # bytes of a frame before anything is said of it
PREFACE: Final = len(b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n")
OPENING: Final = 10.0  # seconds in which the other side says its first words
KEEPALIVE: Final = 10.0  # seconds of silence after which it is asked for a sign, and again until it is given up
LINGER: Final = 2.0  # seconds for it to read what is left when the connection is closed


class Endpoint(asyncio.BufferedProtocol):
    """A connection; what the calls on it are is for who inherits."""

    def __init__(self, is_client: bool, streams: int, message_bytes: int) -> None:
        """*streams*: that a client may have open at once; *message_bytes*: of one that comes."""
        self.loop = asyncio.get_running_loop()
        self.streams: dict[int, Stream] = {}
        self.end: str = ""  # why nothing goes on this connection, once that is so
        self._message_bytes = message_bytes
        self._is_client = is_client
        self._h2 = Control(is_client, streams)
        self._buffer = bytearray(2 * (HEAD + self._h2.frame_bytes))
        self._view = memoryview(self._buffer)
        self._filled = 0
        self._preface = 0 if is_client else PREFACE  # bytes of it that are still to come
        self._window_size = STREAMS_WINDOW * self._h2.stream_window
        self._inbound = Inbound(self._window_size)
        self._outbound = Outbound()
        self._window = FIRST  # of a new stream, as the other side wants it
        self._frame = FIRST_FRAME  # bytes of one that it takes
        self._is_full = False  # the socket takes no more for now
        self._block = 0  # bytes of headers whose end is still to come
        self._patience = Patience(self.loop.time())
        self._timer: asyncio.TimerHandle | None = None
        self._heard = False
        self._asked = False
        self._leaving = ""  # why no new call goes on this connection, while others still may
        self._welcome: asyncio.Future[None] = self.loop.create_future()
        self._gone: asyncio.Future[None] = self.loop.create_future()

    # What asyncio calls.

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.Transport, transport)
        self._h2.initiate_connection()
        self.flush()
        self._transport.write(window_update(0, self._window_size - FIRST))
        if not self._is_client:  # servers send away who asks them for signs of life
            self._timer = self.loop.call_later(OPENING, self._look)

    def get_buffer(self, _hint: int) -> memoryview:
        return self._view[self._filled :]

    def buffer_updated(self, count: int) -> None:
        if self.end:
            return  # TLS may still have some
        self._heard, self._asked = True, False
        self._filled += count
        try:
            used = self._read_all()
        except (BadFrame, Overflow) as wrong:
            self._give_up(f"it broke the protocol: {wrong}", wrong.code)
        if self.end:
            self._filled = 0
            return
        rest = self._filled - used
        if rest and used:
            self._buffer[:rest] = self._buffer[used : self._filled]
        self._filled = rest
        if not self._patience.is_left(self.loop.time()):
            self._give_up("it sent a flood of what is no message", ErrorCodes.ENHANCE_YOUR_CALM)
        self.flush()

    def eof_received(self) -> None:
        """The other side closed: asyncio closes ours."""

    def pause_writing(self) -> None:
        self._is_full = True

    def resume_writing(self) -> None:
        self._is_full = False
        self._room()

    def connection_lost(self, problem: Exception | None) -> None:
        self.end = self.end or self._leaving or (f"the connection broke ({problem})" if problem else "it was closed")
        if self._timer:
            self._timer.cancel()
        self._gone.set_result(None)
        self._break_all()

    # What streams and calls ask for.

    async def welcomed(self) -> None:
        """Wait for the other side's first words. Raises `ConnectionError` where they do not come."""
        await self._welcome
        if self.end:
            raise ConnectionError(self.end)

    async def gone(self) -> None:
        """Wait for the end of the connection."""
        await asyncio.shield(self._gone)

    def open(self, number: int) -> Stream:
        """A stream under that number."""
        stream = Stream(self, number, self._message_bytes, Inbound(self._h2.stream_window), Outbound(self._window))
        self.streams[number] = stream
        return stream

    def forget(self, number: int) -> Stream | None:
        """A call has ended. Returns its stream; None where it had ended before."""
        stream = self.streams.pop(number, None)
        if self._leaving and not self.streams:
            self.loop.call_soon(self._shut, self._leaving)  # after what there still is to say
        return stream

    def send_at_once(self, stream: Stream, message: bytes) -> bool:
        """Send a message, as one frame, if there is room for it. Returns whether it was sent."""
        size = PREFIX.size + len(message)
        if self._is_full or self.end or size > min(self._frame, stream.outbound.left, self._outbound.left):
            return False
        stream.outbound.left -= size
        self._outbound.left -= size
        self._patience.carried()
        head = data_head(size, stream.number)
        self._transport.write(b"".join((self._h2.data_to_send(), head, prefix(message), message)))
        return True

    def send(self, stream: Stream, data: memoryview) -> int:
        """Send of a message in pieces what there is room for now. Returns how many bytes that is."""
        sent, size, window = 0, len(data), stream.outbound
        while sent < size and not self._is_full and not self.end:
            room = min(size - sent, window.left, self._outbound.left, self._frame)
            if room <= 0:
                break
            piece = data[sent : sent + room]
            window.left -= room
            self._outbound.left -= room
            sent += room
            if room >= LARGE or sent == size:
                self._patience.carried()
            self._transport.write(b"".join((self._h2.data_to_send(), data_head(room, stream.number), piece)))
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
        if not self.end and self._h2.is_open(number):
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
        if not self.end and (data := self._h2.data_to_send()):
            self._transport.write(data)
            if self._is_full and self._transport.get_write_buffer_size() > BACKLOG_BYTES:
                self._give_up("it reads nothing")
                self._transport.abort()

    def say_goodbye(self) -> None:
        """Tell the other side that no new call is taken. h2 would take its own word for the end of all streams."""
        if not self.end:
            self._transport.write(GoAwayFrame(0, last_stream_id=self._h2.highest_inbound_stream_id).serialize())

    def close(self) -> None:
        """Write what there is to write, and close."""
        self._shut("the connection was closed here")

    @property
    def peer(self) -> Any:
        """The other side's address, as asyncio gives it."""
        return self._transport.get_extra_info("peername")

    @property
    def alpn(self) -> str | None:
        """What was agreed on as TLS was set up, empty where nothing was; None without TLS."""
        handshake: ssl.SSLObject | None = self._transport.get_extra_info("ssl_object")
        return None if handshake is None else handshake.selected_alpn_protocol() or ""

    # What comes.

    def _read_all(self) -> int:
        """Read the frames that are there whole, to where they end. Raises `BadFrame`, `Overflow`."""
        used, filled = 0, self._filled
        if self._preface:
            used = min(self._preface, filled)
            self._preface -= used
            self._tell(self._view[:used])
        while filled - used >= HEAD and not self.end:
            length, kind, flags, number = head_at(self._view, used)
            if length > self._h2.frame_bytes:
                taken = self._h2.frame_bytes
                raise BadFrame(f"a frame of {length} bytes: {taken} are taken", ErrorCodes.FRAME_SIZE_ERROR)
            end = used + HEAD + length
            if end > filled:
                break
            if self._block:  # nothing may come between, which h2 sees to
                self._other(kind, flags, number, self._view[used:end])
            elif kind == DATA:
                self._data(flags, number, self._view[used + HEAD : end])
            elif kind == WINDOW_UPDATE:
                self._window_update(number, increment_in(self._view[used + HEAD : end]))
            else:
                self._other(kind, flags, number, self._view[used:end])
            used = end
        return used

    def _data(self, flags: int, number: int, body: memoryview) -> None:
        """A DATA frame. Raises `BadFrame`, `Overflow`."""
        size = len(body)
        self._inbound.take(size)
        stream = self.streams.get(number)
        if stream is None or stream.is_over:
            self._stray(stream, number, size)
            return
        if not size:
            self._patience.borne()
        stream.came(data_in(flags, body), size)
        if flags & END_STREAM:
            self._heed(self._h2.ended(number))

    def _stray(self, stream: Stream | None, number: int, size: int) -> None:
        """A DATA frame of a stream that has ended: it may have crossed the end of its call. Raises `BadFrame`."""
        self._patience.borne()
        self.gave_back(number, size, 0)
        if stream or self._h2.is_idle(number):
            raise BadFrame(f"DATA on stream {number}, which is not open", ErrorCodes.STREAM_CLOSED)

    def _window_update(self, number: int, count: int) -> None:
        """A WINDOW_UPDATE frame. Raises `BadFrame`, `Overflow`."""
        self._patience.borne()
        if not number:
            self._outbound.grow(count)
            self._room()
        elif stream := self.streams.get(number):
            stream.outbound.grow(count)
            stream.may_send()
        elif self._h2.is_idle(number):
            raise BadFrame(f"WINDOW_UPDATE of stream {number}, which is not open")

    def _other(self, kind: int, flags: int, number: int, frame: memoryview) -> None:
        """Any other frame: h2's, but for GOAWAY, after which it lets no call go on. Raises `BadFrame`, `Overflow`."""
        self._patience.borne(len(frame))
        if kind == GOAWAY and not self._block:
            self._bidden_goodbye(*goaway_in(number, frame[HEAD:]))
            return
        if kind == HEADERS and self._is_client and self._h2.is_idle(number):
            raise BadFrame(f"HEADERS of stream {number}, which is not open")
        if kind in (HEADERS, CONTINUATION):
            self._block += len(frame)
            if self._block > BLOCK_BYTES:
                raise BadFrame(f"more than {BLOCK_BYTES} bytes of headers", ErrorCodes.ENHANCE_YOUR_CALM)
            if flags & END_HEADERS:
                self._block = 0
        self._tell(frame)

    def _tell(self, frame: memoryview) -> None:
        """Let h2 read a frame, and heed what it says. Raises `BadFrame`, `Overflow`."""
        try:
            events = self._h2.receive_data(frame)
        except ProtocolError as wrong:
            # Its text quotes headers, and tokens are among them.
            raise BadFrame(f"h2 calls it {type(wrong).__name__}", wrong.error_code) from None
        self._heed(events)

    def _heed(self, events: list[Event]) -> None:
        for event in events:
            self._patience.heard(event)
            self.happened(event)

    def happened(self, event: Event) -> None:
        """Something came; who inherits looks here too."""
        if isinstance(event, StreamEnded):
            if stream := self.streams.get(event.stream_id or 0):
                stream.has_all()
        elif isinstance(event, RemoteSettingsChanged):
            self._changed(event.changed_settings)
        elif isinstance(event, StreamReset) and (stream := self.streams.get(event.stream_id or 0)):
            code = OF_RESET.get(event.error_code or 0, StatusCode.INTERNAL)
            self.broke(stream, Broken(f"the stream was reset ({_name(event.error_code)})", code))

    def _bidden_goodbye(self, last: int, code: int) -> None:
        """The other side takes no new call; those up to stream *last* go on (RFC 9113, 6.8). A client closes itself."""
        if not self._is_client:
            return
        self._leaving = f"the other side ended the connection ({_name(code)})"
        for stream in [*self.streams.values()]:
            if stream.number > last:
                self.broke(stream, Broken(self._leaving))
        if not self.streams:
            self._shut(self._leaving)

    def _changed(self, settings: dict[int, ChangedSetting]) -> None:
        """The other side's settings came. Raises `Overflow`."""
        self._h2.settle(settings)
        if window := settings.get(SettingCodes.INITIAL_WINDOW_SIZE):
            for stream in self.streams.values():
                stream.outbound.grow(window.new_value - self._window)
            self._window = window.new_value
        self._frame = self._h2.max_outbound_frame_size
        if not self._welcome.done():
            self._welcome.set_result(None)
        self._room()

    def broke(self, stream: Stream, why: Broken) -> None:
        """*stream* ended before its call did; who inherits tells the call."""
        self.forget(stream.number)
        stream.fail(why)

    def _room(self) -> None:
        for stream in self.streams.values():
            stream.may_send()

    def _give_up(self, why: str, code: ErrorCodes = ErrorCodes.NO_ERROR) -> None:
        """Close for a fault of the other side."""
        if self.end:
            return
        log.info("the connection of %s is closed: %s", self.peer, why)
        if not self._h2.is_closed:
            self._h2.close_connection(code)
        self._shut(why)

    def _shut(self, why: str) -> None:
        """Write what there is to write, and close; who does not read it is not waited for."""
        if self.end:
            return
        self.end = why
        if data := self._h2.data_to_send():
            self._transport.write(data)
        self._hang_up()
        if self._timer:
            self._timer.cancel()
        self._timer = self.loop.call_later(LINGER, self._transport.abort)
        self._break_all()

    def _hang_up(self) -> None:
        """Close, but let a client read what was written: a socket closed while more comes would take it back."""
        try:
            if not (self._is_client or self._transport.get_write_buffer_size()) and self._transport.can_write_eof():
                self._transport.write_eof()  # TLS waits for the other side by itself
                return
        except OSError:
            pass  # it is gone already
        self._transport.close()

    def _break_all(self) -> None:
        if not self._welcome.done():
            self._welcome.set_result(None)
        for stream in [*self.streams.values()]:
            self.broke(stream, Broken(self.end))

    def _look(self) -> None:
        """Whether the other side is still there."""
        if not self._welcome.done() or (self._asked and not self._heard):
            self._give_up("nothing was heard of it")
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
