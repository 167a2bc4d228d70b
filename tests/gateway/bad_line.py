"""A bad network in one thread, made of TCP proxies.

They delay, throttle, stand still, and break connections off.
"""

import asyncio
import random
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass

PIECE = 1400  # bytes, as on an Ethernet


@dataclass(frozen=True)
class Weather:
    """How a line treats the pieces that it carries, each way.

    Times are in seconds.

    Attributes:
        delay: the least and the most that it takes; pieces keep their order.
        rate: bytes a second, 0 for as many as come.
        stall: how likely it is that the line then stands still, *stall_for* at most, as when
            packets are lost.
        cut: how likely it is that the connection breaks, in the middle of a message maybe.
        mute: how likely it is that nothing is carried any more, and neither end is told.
    """

    delay: tuple[float, float] = (0.0, 0.0)
    rate: int = 0
    stall: float = 0.0
    stall_for: float = 0.0
    cut: float = 0.0
    mute: float = 0.0


class Line:
    """A proxy to *address*.

    `cuts` and `stalls` count what has happened so far.
    """

    def __init__(self, address: str, weather: Weather, chance: random.Random) -> None:
        self.address = ""
        self.cuts = 0
        self.stalls = 0
        self._there = address
        self._weather = weather
        self._chance = chance
        self._carried: set[asyncio.Task[None]] = set()

    async def start(self) -> None:
        self._server = await asyncio.start_server(self._connect, "127.0.0.1", 0)
        self.address = f"127.0.0.1:{self._server.sockets[0].getsockname()[1]}"

    async def stop(self) -> None:
        self._server.close()
        for task in self._carried:
            task.cancel()
        await asyncio.gather(*self._carried, return_exceptions=True)

    async def _connect(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        host, _, port = self._there.rpartition(":")
        try:
            far_reader, far_writer = await asyncio.open_connection(host, int(port))
        except OSError:
            writer.transport.abort()
            return
        both = (writer.transport, far_writer.transport)
        for source, target in ((reader, far_writer), (far_reader, writer)):
            task = asyncio.create_task(self._carry(source, target, both))
            self._carried.add(task)
            task.add_done_callback(self._carried.discard)

    async def _carry(
        self,
        source: asyncio.StreamReader,
        target: asyncio.StreamWriter,
        both: Sequence[asyncio.WriteTransport],
    ) -> None:
        """One direction, until the connection ends or is cut."""
        pieces = asyncio.Queue[tuple[float, bytes]]()
        writing = asyncio.create_task(_write(pieces, target))
        try:
            with suppress(ConnectionError):
                if await self._read(source, pieces):
                    await writing
        finally:
            writing.cancel()
            await asyncio.gather(writing, return_exceptions=True)
            for transport in both:
                transport.abort()

    async def _read(self, source: asyncio.StreamReader, pieces: "asyncio.Queue[tuple[float, bytes]]") -> bool:
        """Read pieces, and say when each is to arrive.

        Returns False when the connection is cut.
        """
        loop = asyncio.get_running_loop()
        at = loop.time()
        while data := await source.read(PIECE):
            if self._happens(self._weather.cut):
                self.cuts += 1
                return False
            if self._happens(self._weather.mute):
                self.cuts += 1
                await asyncio.Event().wait()
            at = max(at, loop.time() + self._chance.uniform(*self._weather.delay)) + self._pause(len(data))
            pieces.put_nowait((at, data))
        pieces.put_nowait((at, b""))
        return True

    def _pause(self, size: int) -> float:
        """For how long a piece of that size keeps the line."""
        pause = size / self._weather.rate if self._weather.rate else 0.0
        if self._happens(self._weather.stall):
            self.stalls += 1
            pause += self._chance.uniform(0, self._weather.stall_for)
        return pause

    def _happens(self, likely: float) -> bool:
        return likely > 0 and self._chance.random() < likely


async def _write(pieces: "asyncio.Queue[tuple[float, bytes]]", target: asyncio.StreamWriter) -> None:
    loop = asyncio.get_running_loop()
    with suppress(ConnectionError):
        while True:
            at, data = await pieces.get()
            await asyncio.sleep(at - loop.time())
            if not data:
                return
            target.write(data)
            await target.drain()


@contextmanager
def bad_lines(addresses: Sequence[str], weather: Weather, seed: int = 0) -> Iterator[list[Line]]:
    """Yield a line to each of *addresses*.

    They are served by a thread of their own.
    """
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
