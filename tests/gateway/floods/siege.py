"""A gateway under attack while a bot plays; gateway and attacker are processes."""

import asyncio
import json
import random
import subprocess
import sys
import time
from collections import Counter
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from dataclasses import dataclass, field
from typing import IO

import grpc

from arena.gateway.server import Endpoints
from tests.gateway.clients import Bot, Clients, dialling

PATIENCE = 90.0  # seconds; nothing is measured by it


@dataclass
class Besieged:
    """A gateway's process."""

    process: subprocess.Popen[str]
    reached: Endpoints

    def megabytes(self) -> float:
        """What it has in memory."""
        said = subprocess.run(("ps", "-o", "rss=", "-p", str(self.process.pid)), capture_output=True, check=True)
        return int(said.stdout) / 1024


@contextmanager
def besieged(log: IO[str] | None = None) -> Iterator[Besieged]:
    words = (sys.executable, "-m", "tests.gateway.serving")
    with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=log, text=True) as process:
        assert process.stdout
        try:
            yield Besieged(process, Endpoints(*process.stdout.readline().split()))
        finally:
            process.kill()


@dataclass
class Siege:
    """An attack that goes on while the block runs; *seen* has the attacker's counts after it."""

    seen: Counter[str] = field(default_factory=Counter)


@asynccontextmanager
async def attacked(name: str, gateway: Besieged, connections: int) -> AsyncIterator[Siege]:
    words = (sys.executable, "-m", "tests.gateway.floods.attacker", name, gateway.reached.bots, str(connections))
    pipe = asyncio.subprocess.PIPE
    process = await asyncio.create_subprocess_exec(*words, stdin=pipe, stdout=pipe)
    assert process.stdin
    assert process.stdout
    siege = Siege()
    try:
        assert await process.stdout.readline() == b"begun\n"
        yield siege
        assert process.returncode is None  # it was at it all the time
        process.stdin.close()
        siege.seen.update(json.loads(await process.stdout.read()))
        await process.wait()
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()


class Table:
    """A bot in a seat and its worker, who asks it. Each turn is answered in time, and as it was asked."""

    def __init__(self, clients: Clients) -> None:
        self._clients = clients
        self._seat = random.getrandbits(62)
        self._number = 0

    async def sit_down(self) -> None:
        # With room for the seats of tables that were there before, which are the next bot's of the version.
        self._bot = await welcomed(self._clients, "token-of-7", f"instance-{self._seat}", max_seats=1000)
        self._worker = self._clients.worker()
        await self._worker.open(self._seat)

    async def play(self, turns: int) -> list[float]:
        """So many turns, one after another. Returns how long each took, in ms, the shortest first."""
        return sorted([await self._turn() for _ in range(turns)])

    async def _turn(self) -> float:
        self._number += 1
        began = time.perf_counter()
        await self._worker.ask(self._number, seat_id=self._seat)
        await self._bot.update("turn", self._seat)
        await self._bot.answer(self._number, self._number % 52, self._seat)
        assert await self._worker.card(self._number, seat_id=self._seat) == self._number % 52
        assert self._bot.inbox.ended is None
        return 1000 * (time.perf_counter() - began)


@asynccontextmanager
async def at_table(gateway: Besieged) -> AsyncIterator[tuple[Table, Clients]]:
    async with asyncio.timeout(PATIENCE), dialling(gateway.reached) as clients:
        table = Table(clients)
        await table.sit_down()
        yield table, clients


async def welcomed(clients: Clients, token: str, instance: str, max_seats: int = 16) -> Bot:
    """Return a bot that was let in; dial again while the gateway refuses it."""
    while True:
        bot = clients.bot(token)
        with suppress(grpc.aio.AioRpcError):  # it is refused before its Hello was read
            await bot.hello(instance, max_seats)
        if await bot.is_welcome():
            return bot
        await asyncio.sleep(0.1)


async def let_in(clients: Clients) -> None:
    """A bot that was never there is welcome."""
    await (await welcomed(clients, "token-of-8", "instance-8")).drop()


def summary_of(turns: list[float]) -> str:
    """Of sorted *turns*, in ms."""
    return f"{turns[len(turns) // 2]:.1f} / {turns[len(turns) * 99 // 100]:.1f}"
