"""One end of an HTTP/2 connection that misbehaves as no library would, and counts the answers."""

import asyncio
import struct
from collections import Counter
from typing import Final

from hpack import Decoder, Encoder

PREFACE: Final = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"
DATA, HEADERS, RESET, SETTINGS, PING, GOAWAY, WINDOW, CONTINUATION = 0, 1, 3, 4, 6, 7, 8, 9
ACK = END_STREAM = 1
END_HEADERS = 4
READ: Final = 1 << 16
FEW: Final = 100
NO_ERROR: Final = bytes(4)


def frame(kind: int, flags: int = 0, stream: int = 0, body: bytes = b"") -> bytes:
    """Any frame."""
    return struct.pack(">I", len(body))[1:] + struct.pack(">BBI", kind, flags, stream) + body


def request(path: str = "/arena.v1.SeatService/Play", token: str = "nobody's", **more: str) -> list[tuple[str, str]]:
    """The headers of a call."""
    usual = [(":method", "POST"), (":scheme", "http"), (":path", path), (":authority", "arena")]
    fields = {"te": "trailers", "content-type": "application/grpc", "authorization": f"Bearer {token}"} | more
    return usual + list(fields.items())


class Raw:
    """A connection. *seen* counts what comes over it, and over others, by words such as "reset 7"."""

    def __init__(self, seen: Counter[str]) -> None:
        self.encoder = Encoder()
        self.seen = seen
        self.over = asyncio.Event()
        self._answered = 0
        self._begun = 0
        self._decoder = Decoder()
        self._reading: asyncio.Task[None] | None = None

    async def open(self, address: str) -> None:
        host, _, port = address.rpartition(":")
        self._reader, self._writer = await asyncio.open_connection(host, int(port))
        self.seen["connections"] += 1
        self._reading = asyncio.create_task(self._read())

    async def send(self, data: bytes) -> None:
        """Raises `ConnectionError` where the other side has closed."""
        if self.over.is_set():
            raise ConnectionResetError
        self._writer.write(data)
        await self._writer.drain()
        await asyncio.sleep(0)  # while the socket takes all, the line above lets nobody else run

    async def until_few_are_open(self) -> None:
        """Count a call as begun, and wait until few calls are open, as honest clients do."""
        self._begun += 1
        while self._begun - self._answered > FEW and not self.over.is_set():  # noqa: ASYNC110
            await asyncio.sleep(0.001)

    async def close(self) -> None:
        if self._reading:
            self._reading.cancel()
            self._writer.transport.abort()
            await asyncio.gather(self._reading, return_exceptions=True)

    def headers(self, stream: int, fields: list[tuple[str, str]], flags: int = END_HEADERS) -> bytes:
        return frame(HEADERS, flags, stream, self.encoder.encode(fields))

    async def _read(self) -> None:
        came = b""
        try:
            while data := await self._reader.read(READ):
                came = self._frames(came + data)
        except ConnectionError:
            pass
        self.seen["closed"] += 1
        self.over.set()

    def _frames(self, came: bytes) -> bytes:
        """Look at all whole frames of *came*. Returns the rest."""
        at = 0
        while len(came) - at >= 9:
            length, kind, flags = int.from_bytes(came[at : at + 3]), came[at + 3], came[at + 4]
            if len(came) - at < 9 + length:
                break
            self._frame(kind, flags, came[at + 9 : at + 9 + length])
            at += 9 + length
        return came[at:]

    def _frame(self, kind: int, flags: int, body: bytes) -> None:
        if kind == GOAWAY:
            self.seen[f"goaway {int.from_bytes(body[4:8])}"] += 1
        elif kind == RESET:
            self.seen[f"reset {int.from_bytes(body)}"] += 1
            self._answered += body != NO_ERROR  # that comes behind a status
        elif kind == HEADERS:
            fields = {str(name): str(value) for name, value in self._decoder.decode(body)}
            if "grpc-status" in fields:
                self._answered += 1
                self.seen[f"status {fields['grpc-status']}"] += 1
        elif kind in (PING, SETTINGS):
            self.seen[f"{'ping' if kind == PING else 'settings'}{' ack' * (flags & ACK)}"] += 1
            if kind == PING and not flags & ACK:
                self._writer.write(frame(PING, ACK, body=body))
