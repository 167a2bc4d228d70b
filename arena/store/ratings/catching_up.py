"""Readers let the rater catch up before they read; none of them does its work, or waits for it for long."""

import asyncio
import time
from collections.abc import Awaitable, Callable
from typing import Any

from arena.store.database import Database
from arena.store.ratings.official import OfficialTables
from arena.store.ratings.plackett_luce import SecondOpinions
from arena.store.ratings.rater import Rater

PATIENCE = 1.0  # seconds


class Errand:
    """Work that many may ask for: it runs in the background, once at a time."""

    def __init__(self, work: Callable[[], Awaitable[object]]) -> None:
        self._work = work
        self._running: asyncio.Future[Any] | None = None

    async def ask(self, patience: float) -> None:
        """Have the work done from now on, and wait so many seconds for its end at most. Raises what it raises.

        A run that began earlier may have missed what the caller knows of: another one follows it.
        """
        until = time.monotonic() + patience
        earlier = self._running
        if earlier is not None and not earlier.done():
            await asyncio.wait((earlier,), timeout=patience)
            if not earlier.done():
                return
        if self._running is earlier:
            self._running = asyncio.ensure_future(self._work())
            self._running.add_done_callback(_look)
        now = self._running
        assert now is not None
        await asyncio.wait((now,), timeout=max(0.0, until - time.monotonic()))
        if now.done():
            now.result()

    async def stop(self) -> None:
        """Let go of what is under way."""
        if self._running is not None:
            self._running.cancel()
            await asyncio.wait((self._running,))


class CatchingUp(Rater, OfficialTables, SecondOpinions):
    """What readers ask of the rater.

    Attributes:
        patience: seconds that a reader waits for it at most.
    """

    patience = PATIENCE

    def __init__(self, database: Database) -> None:
        super().__init__(database)
        self._rating = Errand(self._rate_and_fit)
        self._opining = Errand(self.opine)

    async def catch_up(self) -> None:
        """Let what was closed be rated and the official tables be fitted; wait for `patience` at most."""
        await self._rating.ask(self.patience)

    async def catch_up_opinions(self) -> None:
        """Let the second opinion fold in what was settled; wait for `patience` at most."""
        await self._opining.ask(self.patience)

    async def stop(self) -> None:
        """Give up what is done for readers."""
        await self._rating.stop()
        await self._opining.stop()

    async def _rate_and_fit(self) -> None:
        await self.rate()
        await self.fit_tables()


def _look(ended: asyncio.Future[Any]) -> None:
    """Nobody may be left who waits for it: the next one to ask is told what is wrong."""
    if not ended.cancelled():
        ended.exception()
