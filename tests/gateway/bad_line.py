"""TCP proxies that delay, throttle, stall and break connections."""

import asyncio
import random
import socket
import struct
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass

PIECE = 1400  # bytes, as on an Ethernet
RESET = struct.pack("ii", 1, 0)  # SO_LINGER of socket(7): closing then sends a RST


@dataclass(frozen=True)
class Weather:
    """How a line treats the pieces that it carries, each way; times are in seconds."""

    delay: tuple[float, float] = (0.0, 0.0)  # least and most; pieces keep their order
    rate: int = 0  # bytes a second, 0 without a limit
    stall: float = 0.0  # the probability that the line then stands still, as when packets are lost
    stall_for: float = 0.0  # at most
    cut: float = 0.0  # the probability that the connection breaks, maybe in the middle of a message
    mute: float = 0.0  # the probability that it carries nothing any more, and neither end notices


class Line:
    """A proxy to *address*; a test may change its `weather` at any time."""

    def __init__(self, address: str, weather: Weather, chance: random.Random) -> None:
        self.address = ""
        self.cuts = 0
        self.stalls = 0
        self.weather = weather
        self._there = address
        self._chance = chance
        self._carried: dict[asyncio.Task[None], int | None] = {}  # how much more each carries, where it is to break
        self._flows = asyncio.Event()
        self._flows.set()

    def cut(self, after: int = 0) -> None:
        """Break all connections, now or once each has carried *after* more bytes one way."""
        self._loop.call_soon_threadsafe(self._cut, after)

    def hold(self) -> None:
        """Carry nothing, and tell neither end."""
        self._loop.call_soon_threadsafe(self._flows.clear)

    def release(self) -> None:
        """Carry what came meanwhile, and go on."""
        self._loop.call_soon_threadsafe(self._flows.set)

    async def start(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._server = await asyncio.start_server(self._connect, "127.0.0.1", 0)
        self.address = f"127.0.0.1:{self._server.sockets[0].getsockname()[1]}"

    async def stop(self) -> None:
        self._server.close()
        self._cut(0)
        await asyncio.gather(*self._carried, return_exceptions=True)

    def _cut(self, after: int) -> None:
        for task in self._carried:
            if after:
                self._carried[task] = after
            else:
                task.cancel()

    async def _connect(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await self._flows.wait()
        host, _, port = self._there.rpartition(":")
        try:
            far_reader, far_writer = await asyncio.open_connection(host, int(port))
        except OSError:
            writer.transport.abort()
            return
        both = (writer.transport, far_writer.transport)
        for source, target in ((reader, far_writer), (far_reader, writer)):
            task = asyncio.create_task(self._carry(source, target, both))
            self._carried[task] = None
            task.add_done_callback(self._carried.pop)

    async def _carry(
        self, source: asyncio.StreamReader, target: asyncio.StreamWriter, both: Sequence[asyncio.WriteTransport]
    ) -> None:
        """One direction, until the connection ends or is cut."""
        pieces = asyncio.Queue[tuple[float, bytes]]()
        writing = asyncio.create_task(self._write(pieces, target))
        is_whole = False
        try:
            with suppress(ConnectionError):
                is_whole = await self._read(source, pieces, writing)
        finally:
            writing.cancel()
            await asyncio.gather(writing, return_exceptions=True)
            for transport in both:
                _end(transport, is_whole)

    async def _read(
        self, source: asyncio.StreamReader, pieces: "asyncio.Queue[tuple[float, bytes]]", writing: "asyncio.Task[None]"
    ) -> bool:
        """Read pieces and their times of arrival; return False when the connection is cut."""
        loop, task = asyncio.get_running_loop(), asyncio.current_task()
        assert task
        at = loop.time()
        while data := await source.read(PIECE):
            if self._happens(self.weather.cut):
                self.cuts += 1
                return False
            if self._happens(self.weather.mute):
                self.cuts += 1
                await asyncio.Event().wait()
            at = max(at, loop.time() + self._chance.uniform(*self.weather.delay)) + self._pause(len(data))
            left = self._carried[task]
            pieces.put_nowait((at, data[:left]))
            if left is not None and left <= len(data):
                self.cuts += 1
                break
            self._carried[task] = left and left - len(data)
        pieces.put_nowait((at, b""))
        await writing
        return not data

    def _pause(self, size: int) -> float:
        """For how long a piece of that size keeps the line."""
        pause = size / self.weather.rate if self.weather.rate else 0.0
        if self._happens(self.weather.stall):
            self.stalls += 1
            pause += self._chance.uniform(0, self.weather.stall_for)
        return pause

    def _happens(self, likely: float) -> bool:
        return likely > 0 and self._chance.random() < likely

    async def _write(self, pieces: "asyncio.Queue[tuple[float, bytes]]", target: asyncio.StreamWriter) -> None:
        with suppress(ConnectionError):
            while True:
                at, data = await pieces.get()
                await asyncio.sleep(at - self._loop.time())
                await self._flows.wait()
                if not data:
                    return
                target.write(data)
                await target.drain()


def _end(transport: asyncio.WriteTransport, is_whole: bool) -> None:
    """Close one end; the other side of a connection that was cut hears of a reset."""
    if not is_whole and not transport.is_closing():
        transport.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, RESET)
    transport.abort()


@contextmanager
def bad_lines(addresses: Sequence[str], weather: Weather, seed: int = 0) -> Iterator[list[Line]]:
    """Yield a line to each of *addresses*, served by one thread."""
    loop = asyncio.new_event_loop()
    thread = threading.Thread(target=loop.run_forever, name="bad lines", daemon=True)
    thread.start()
    lines = [Line(address, weather, random.Random(f"{seed} {at}")) for at, address in enumerate(addresses)]
    try:
        for line in lines:
            asyncio.run_coroutine_threadsafe(line.start(), loop).result()
        yield lines
    finally:
        for line in lines:
            asyncio.run_coroutine_threadsafe(line.stop(), loop).result()
        loop.call_soon_threadsafe(loop.stop)
        thread.join()
        loop.close()
