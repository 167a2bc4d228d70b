"""Let readers wait briefly until the newest closed boards are rated."""

import asyncio
import logging
from collections.abc import Awaitable, Callable

from arena.store.database import Database
from arena.store.errors import StoreUnavailableError
from arena.store.ratings.official import OfficialTables
from arena.store.ratings.rater import Rater

log = logging.getLogger(__name__)


class CoalescedTask:
    """Runs the coroutine *work* on request, one run at a time. Requests during a run cause one more run."""

    def __init__(self, work: Callable[[], Awaitable[object]]) -> None:
        self._work = work
        self._asked: asyncio.Future[None] | None = None  # done when the next run has ended
        self._running: asyncio.Task[None] | None = None

    async def ask(self, patience: float) -> None:
        """Request a run, after the current one if any; wait at most *patience* seconds for its end.

        Raises any error of the run, if it ends in that time.
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
        """Cancel the current run, and release all callers that wait."""
        if self._running is not None:
            self._running.cancel()
            await asyncio.wait((self._running,))
        if self._asked is not None and not self._asked.done():
            self._asked.set_result(None)  # releases callers of a run that never began

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
            log.warning("what was done for readers failed: %s", problem, exc_info=where)
            asked.set_exception(problem)  # raised only if a caller still waits
            asked.exception()
        else:
            asked.set_result(None)


PATIENCE = 1.0  # seconds that a reader waits for a run


class CatchingUp(Rater, OfficialTables):
    """Background runs of the rater and of the fit, which readers may request.

    Attributes: *patience*: seconds that a reader waits for each run. None in the web process, whose
    readers get the stored tables.
    """

    patience: float | None = PATIENCE

    def __init__(self, database: Database) -> None:
        super().__init__(database)
        self._rating = CoalescedTask(self.rate)
        self._fitting = CoalescedTask(self.fit_tables)

    async def catch_up(self) -> None:
        """Wait, within the limit, until closed boards are rated."""
        await self._ask(self._rating)

    async def catch_up_fits(self) -> None:
        """Wait, within the limit, until closed boards are rated and the official tables are fitted."""
        await self.catch_up()
        await self._ask(self._fitting)

    async def refresh_fits(self) -> None:
        """Request a fit of the official tables without waiting for its end."""
        if self.patience is not None:
            await self._fitting.ask(0.0)

    async def _ask(self, errand: CoalescedTask) -> None:
        if self.patience is not None:
            await errand.ask(self.patience)

    async def stop(self) -> None:
        """Stop the background runs."""
        for each in (self._rating, self._fitting):
            await each.stop()
