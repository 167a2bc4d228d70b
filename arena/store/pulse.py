"""Detect a Postgres that hangs: it neither answers nor breaks its connections."""

import asyncio
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from os import dup
from time import monotonic
from typing import Final

import psycopg
from psycopg import AsyncConnection
from psycopg.rows import TupleRow

SUSPECT_AFTER: Final = 1.0  # seconds that a transaction may take before Postgres is probed
PROBE_SLICES, PROBE_SLICE = 20, 0.1  # seconds per slice; a loop that was blocked once loses one slice
PROBE_INTERVAL: Final = 0.5  # seconds between probes

Connection = AsyncConnection[TupleRow]


class Pulse:
    """Probes Postgres while transactions take long, and breaks their connections if Postgres hangs.

    `statement_timeout` cannot do this: the server enforces it, and a stopped or unreachable server does not. Long work
    on a server that answers probes is not interrupted.

    Attributes:
        is_hung: whether the last probe got no answer. Probes go on until one is answered.
    """

    def __init__(self, dsn: str) -> None:
        self.is_hung = False
        self._dsn = dsn
        self._watched: dict[Connection, tuple[float, asyncio.TimerHandle]] = {}
        self._waits: set[asyncio.Timeout] = set()
        self._probing: asyncio.Task[None] | None = None

    @asynccontextmanager
    async def interrupting(self) -> AsyncIterator[None]:
        """Run a block that waits for a connection; raise `TimeoutError` in it as soon as Postgres is known to hang."""
        if self.is_hung:
            raise TimeoutError
        async with asyncio.timeout(None) as wait:
            self._waits.add(wait)
            try:
                yield
            finally:
                self._waits.discard(wait)

    def watch(self, connection: Connection) -> None:
        """Start to expect answers on *connection*; break it at once if Postgres is known to hang."""
        timer = asyncio.get_running_loop().call_later(SUSPECT_AFTER, self._suspect)
        self._watched[connection] = (monotonic(), timer)
        if self.is_hung:
            _sever(connection)

    def unwatch(self, connection: Connection) -> None:
        """Stop watching *connection*, whose transaction has ended."""
        _, timer = self._watched.pop(connection)
        timer.cancel()

    async def stop(self) -> None:
        """Stop probing."""
        if self._probing is not None:
            self._probing.cancel()
            await asyncio.gather(self._probing, return_exceptions=True)

    def _suspect(self) -> None:
        if self._probing is None or self._probing.done():
            self._probing = asyncio.create_task(self._probe_while_needed(), name="pulse")

    async def _probe_while_needed(self) -> None:
        is_needed = True
        while is_needed:
            self.is_hung = not await self._answers()
            if self.is_hung:
                for connection in self._watched:
                    _sever(connection)
                for wait in self._waits:
                    wait.reschedule(0)
                self._waits.clear()
            await asyncio.sleep(PROBE_INTERVAL)
            is_needed = self.is_hung or self._has_slow()

    def _has_slow(self) -> bool:
        """Return whether a watched transaction is slow: half its timer suffices, as uvloop fires timers early."""
        began = min((began for began, _ in self._watched.values()), default=monotonic())
        return monotonic() - began >= SUSPECT_AFTER / 2

    async def _answers(self) -> bool:
        """Return whether Postgres reacts to a new connection in any way, even by refusing it."""
        probe = asyncio.create_task(_probe(self._dsn))
        try:
            for _ in range(PROBE_SLICES):
                if (await asyncio.wait({probe}, timeout=PROBE_SLICE))[0]:
                    return True
            return False
        finally:
            probe.cancel()


async def _probe(dsn: str) -> None:
    with suppress(psycopg.Error):
        async with await AsyncConnection.connect(dsn, autocommit=True) as connection:
            await connection.execute("SELECT")


def _sever(connection: Connection) -> None:
    """Shut down the socket so that the waiting task fails at once; after a cancel psycopg would wait for Postgres."""
    with suppress(OSError, psycopg.Error), socket.socket(fileno=dup(connection.fileno())) as line:
        line.shutdown(socket.SHUT_RDWR)
