"""The other side of a connection, frame by frame: what no honest library would send."""

import asyncio
import struct
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from typing import Any, TypeVar, cast

from hpack import Decoder, Encoder
from hyperframe.frame import (
    DataFrame,
    Frame,
    GoAwayFrame,
    HeadersFrame,
    PingFrame,
    RstStreamFrame,
    SettingsFrame,
    WindowUpdateFrame,
)

PREFACE = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"
REQUEST = [
    (":method", "POST"),
    (":scheme", "http"),
    (":path", "/t.T/Echo"),
    (":authority", "localhost"),
    ("te", "trailers"),
    ("content-type", "application/grpc"),
]
F = TypeVar("F", bound=Frame)


def framed(message: bytes) -> bytes:
    """A message as it travels."""
    return struct.pack(">BI", 0, len(message)) + message


def frame(kind: int, flags: int, number: int, body: bytes) -> bytes:
    """Any frame."""
    return struct.pack(">I", len(body))[1:] + struct.pack(">BBI", kind, flags, number) + body


def data(number: int, body: bytes, is_last: bool = False) -> bytes:
    return frame(0, int(is_last), number, body)


class Raw:
    """One end of a connection. What comes is read frame by frame; pings and settings are acknowledged."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.encoder = Encoder()
        self.decoder = Decoder()
        self.came: list[Frame] = []
        self.is_polite = True  # answers pings
        self._said: dict[str, str] = {}  # by the last headers
        self._reader = reader
        self._writer = writer

    def headers(self, number: int, headers: list[tuple[str, str]] = REQUEST, is_last: bool = False) -> bytes:
        """A HEADERS frame."""
        return frame(1, 4 | is_last, number, self.encoder.encode(headers))

    async def send(self, *parts: bytes) -> None:
        self._writer.write(b"".join(parts))
        with suppress(ConnectionError):  # it may have closed, which is seen by reading
            await self._writer.drain()

    async def begin(self, settings: dict[int, int] | None = None) -> None:
        """Say what a client says first."""
        await self.send(PREFACE, SettingsFrame(0, settings=settings or {}).serialize())

    async def welcome(self, settings: dict[int, int] | None = None) -> None:
        """Hear what a client says first, and say what a server does."""
        await self._reader.readexactly(len(PREFACE))
        await self.send(SettingsFrame(0, settings=settings or {}).serialize())

    async def next(self) -> Frame | None:
        """The next frame; None where the other side has closed."""
        try:
            head = await self._reader.readexactly(9)
            came, length = Frame.parse_frame_header(memoryview(head))
            came.parse_body(memoryview(await self._reader.readexactly(length)))
        except (asyncio.IncompleteReadError, ConnectionError):
            return None
        self.came.append(came)
        if isinstance(came, HeadersFrame):
            self._said = {str(name): str(value) for name, value in self.decoder.decode(came.data)}
        if self.is_polite and isinstance(came, (SettingsFrame, PingFrame)) and "ACK" not in came.flags:
            answer = type(came)(0, flags=["ACK"])
            if isinstance(answer, PingFrame) and isinstance(came, PingFrame):
                answer.opaque_data = came.opaque_data
            await self.send(answer.serialize())
        return came

    async def until(self, kind: type[F], where: Callable[[F], bool] = lambda _: True) -> F:
        """The next frame of that kind."""
        async with asyncio.timeout(5):
            while (came := await self.next()) is not None:
                if isinstance(came, kind) and where(came):
                    return came
        raise AssertionError(f"it closed; what came: {self.came}")

    async def said(self, number: int) -> dict[str, str]:
        """The next headers on a stream."""
        await self.until(HeadersFrame, lambda came: came.stream_id == number)
        return self._said

    async def messages(self, number: int, size: int) -> bytes:
        """So many bytes of a stream's DATA; windows are made larger as they come."""
        got = b""
        while len(got) < size:
            came = await self.until(DataFrame, lambda came: came.stream_id == number)
            got += came.data
            if came.data:
                await self.grow(0, len(came.data))
                await self.grow(number, len(came.data))
        return got

    async def grow(self, number: int, count: int) -> None:
        await self.send(WindowUpdateFrame(number, window_increment=count).serialize())

    async def end(self) -> int | None:
        """Read until the other side closes. Returns the code of its GOAWAY, None where there was none."""
        code = None
        async with asyncio.timeout(5):
            while (came := await self.next()) is not None:
                if isinstance(came, GoAwayFrame):
                    code = came.error_code
        return code

    async def is_well(self, number: int) -> None:
        """The connection still serves calls."""
        await self.send(self.headers(number), data(number, framed(b"well?"), is_last=True))
        await self.said(number)
        assert await self.messages(number, 10) == framed(b"well?")
        assert (await self.said(number))["grpc-status"] == "0"

    async def reset(self, number: int) -> int:
        """The code of the reset that comes for a stream."""
        return int((await self.until(RstStreamFrame, lambda came: came.stream_id == number)).error_code)

    def pause(self) -> None:
        """Let the socket take no more."""
        cast(asyncio.ReadTransport, self._writer.transport).pause_reading()

    def close(self) -> None:
        self._writer.close()


@asynccontextmanager
async def connection(address: str, **arguments: Any) -> AsyncIterator[Raw]:
    """To a server, without a word said."""
    host, _, port = address.rpartition(":")
    raw = Raw(*await asyncio.open_connection(host, int(port), **arguments))
    try:
        yield raw
    finally:
        raw.close()


@asynccontextmanager
async def pretender(serve: Callable[[Raw], Any]) -> AsyncIterator[str]:
    """Where a server listens that does on each connection what *serve* does, and then closes it."""

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        raw = Raw(reader, writer)
        try:
            await serve(raw)
        except (ConnectionError, asyncio.IncompleteReadError):
            pass
        finally:
            raw.close()

    server = await asyncio.start_server(answer, "127.0.0.1", 0)
    try:
        yield f"127.0.0.1:{server.sockets[0].getsockname()[1]}"
    finally:
        server.close()
