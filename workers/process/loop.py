"""A worker process's asyncio loop, in a thread of its own."""

import asyncio
import threading
from collections.abc import Coroutine
from concurrent.futures import Future
from typing import Any, TypeVar

from arena.wire.loops import new_loop

T = TypeVar("T")


class Loop:
    """Runs coroutines for other threads."""

    def __init__(self) -> None:
        self._loop = new_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, name="loop", daemon=True)
        self._thread.start()

    def start(self, job: Coroutine[Any, Any, T]) -> "Future[T]":
        """Begin *job* from any thread, without waiting."""
        return asyncio.run_coroutine_threadsafe(job, self._loop)

    def run(self, job: Coroutine[Any, Any, T]) -> T:
        """Run *job* to its end; never call this from the loop's thread."""
        return self.start(job).result()

    def stop(self) -> None:
        """Cancel everything in the loop, and end it."""
        self.run(_cancel_the_rest())
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()


async def _cancel_the_rest() -> None:
    rest = asyncio.all_tasks() - {asyncio.current_task()}
    for task in rest:
        task.cancel()
    await asyncio.gather(*rest, return_exceptions=True)
