"""Background work that many may ask for.

Nobody waits for it for long.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable

from arena.store.errors import StoreUnavailable

log = logging.getLogger(__name__)


class Errand:
    """A coroutine, *work*, that runs whenever somebody asks for it.

    It runs once at a time; whoever asks while it runs has it run once more.
    """

    def __init__(self, work: Callable[[], Awaitable[object]]) -> None:
        self._work = work
        self._asked: asyncio.Future[None] | None = None  # done when the next run has ended
        self._running: asyncio.Task[None] | None = None

    async def ask(self, patience: float) -> None:
        """Have the work run; wait for its end, within *patience* seconds.

        The run begins now or, while one is under way, after that one. Raises what the run raises,
        if it ends in that time.
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
        """Cancel the run under way; release those who wait."""
        if self._running is not None:
            self._running.cancel()
            await asyncio.wait((self._running,))
        if self._asked is not None and not self._asked.done():
            self._asked.set_result(None)  # of a run that never began

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
            where = None if isinstance(problem, StoreUnavailable) else problem
            log.warning("what was done for readers failed: %s", problem, exc_info=where)  # nobody may be left who waits
            asked.set_exception(problem)
            asked.exception()
        else:
            asked.set_result(None)
