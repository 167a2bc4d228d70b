"""Let readers wait, briefly, for the rater to catch up."""

import asyncio
import logging
from collections.abc import Awaitable, Callable

from arena.store.database import Database
from arena.store.errors import StoreUnavailableError
from arena.store.ratings.official import OfficialTables
from arena.store.ratings.rater import Rater

log = logging.getLogger(__name__)


class CoalescedTask:
    """A coroutine, *work*, that runs on request, once at a time; a request during a run causes one more."""

    def __init__(self, work: Callable[[], Awaitable[object]]) -> None:
        self._work = work
        self._asked: asyncio.Future[None] | None = None  # done when the next run has ended
        self._running: asyncio.Task[None] | None = None

    async def ask(self, patience: float) -> None:
        """Request a run, after the current one if any; wait for its end, within *patience* seconds.

        Raises what the run raises, if it ends in that time.
        """
        if self._asked is None:
            self._asked = asyncio.get_running_loop().create_future()
            if self._running is None or self._running.done():
                self._running = asyncio.create_task(self._run())
        asked = self._asked
        await asyncio.wait((asked,), timeout=patience)
        if asked.done():
            asked.result()

    async def stop(self) -> None:
        """Cancel the current run; release all waiting callers."""
        if self._running is not None:
            self._running.cancel()
            await asyncio.wait((self._running,))
        if self._asked is not None and not self._asked.done():
            self._asked.set_result(None)  # a run that never began

    async def _run(self) -> None:
        asked = None
        try:
            while self._asked is not None:
                asked, self._asked = self._asked, None
                await self._once(asked)
        finally:
            if asked is not None and not asked.done():
                asked.set_result(None)

    async def _once(self, asked: asyncio.Future[None]) -> None:
        try:
            await self._work()
        except Exception as problem:
            where = None if isinstance(problem, StoreUnavailableError) else problem
            log.warning(
                "what was done for readers failed: %s", problem, exc_info=where
            )  # perhaps no caller waits any more
            asked.set_exception(problem)
            asked.exception()
        else:
            asked.set_result(None)


PATIENCE = 1.0  # seconds


class CatchingUp(Rater, OfficialTables):
    """Background runs of the rater that readers may request.

    Attributes: *patience*: seconds that a reader waits for each run. None in processes without such runs, as workers
    and gateways: there readers get the stored tables.
    """

    patience: float | None = PATIENCE

    def __init__(self, database: Database) -> None:
        super().__init__(database)
        self._rating = CoalescedTask(self.rate)
        self._fitting = CoalescedTask(self.fit_tables)

    async def catch_up(self) -> None:
        """Wait for the rater to fold in closed boards."""
        await self._ask(self._rating)

    async def catch_up_fits(self) -> None:
        """Wait for the rater, then for the official tables' fit."""
        await self.catch_up()
        await self._ask(self._fitting)

    async def refresh_fits(self) -> None:
        """Request a fit of the official tables; do not wait for it."""
        if self.patience is not None:
            await self._fitting.ask(0.0)

    async def _ask(self, errand: CoalescedTask) -> None:
        if self.patience is not None:
            await errand.ask(self.patience)

    async def stop(self) -> None:
        """Stop the background runs."""
        for each in (self._rating, self._fitting):
            await each.stop()
