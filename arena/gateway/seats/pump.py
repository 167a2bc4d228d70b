"""Write messages to a stream one at a time, as soon as they are ready."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Final

WRITE_WITHIN: Final = 2.0  # seconds; only a bot that does not read takes longer


class Pump:
    """Writes the messages that *gather* returns; when it returns None, waits for `wake`."""

    def __init__(self, gather: Callable[[], bytes | None]) -> None:
        self._gather = gather
        self._ready = asyncio.Event()
        self._last = False
        self._is_stopped = False

    def wake(self) -> None:
        """Make the pump look for messages, because one is ready."""
        self._ready.set()

    def finish(self) -> None:
        """Let `run` return once all gathered messages are written."""
        self._last = True
        self._ready.set()

    async def stop(self, running: "asyncio.Future[None]") -> None:
        """Stop *running*, the task of `run`, after the current write.

        gRPC does not end a call whose first write was cancelled, so the client would wait for ever.
        """
        self._is_stopped = True
        self.finish()
        running.add_done_callback(lambda ended: ended.cancelled() or ended.exception())  # retrieved, so not logged
        await asyncio.wait({running}, timeout=WRITE_WITHIN)
        running.cancel()

    async def run(self, write: Callable[[bytes], Awaitable[None]]) -> None:
        """Write messages with *write* until `finish` or `stop`. Raises the errors of *write*."""
        while True:
            await self._ready.wait()
            self._ready.clear()
            while not self._is_stopped and (message := self._gather()) is not None:
                await write(message)
            if self._last:
                return
