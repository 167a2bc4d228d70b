"""Gathered writing: what is ready goes out in one message as soon as the write before is done."""

import asyncio
from collections.abc import Callable
from typing import Final, Protocol

WRITE_WITHIN: Final = 2.0  # seconds; longer takes only who does not read


class Writer(Protocol):
    """Where to write: a call, of either end."""

    def write_at_once(self, message: bytes) -> bool:
        """Send a message if it need not wait. Returns whether it was sent."""

    async def write(self, message: bytes) -> None:
        """Send a message."""


class Pump:
    """Writes what *gather* returns, until that is None; then waits to be woken."""

    def __init__(self, gather: Callable[[], bytes | None]) -> None:
        self._gather = gather
        self._ready = asyncio.Event()
        self._late: bytes | None = None  # what there was no room for
        self._idle: Writer | None = None  # where to write, while nothing is being written
        self._last = False
        self._is_stopped = False

    def wake(self) -> None:
        """Something is there to be gathered."""
        self._ready.set()

    def write_at_once(self) -> None:
        """Write what is there in this very callback if nothing is being written: no other task has to be woken."""
        call = self._idle
        while call and not self._is_stopped and (message := self._gather()) is not None:
            if not call.write_at_once(message):
                self._late = message
                self._idle = call = None  # nothing may overtake it
        if call is None:
            self.wake()

    def finish(self) -> None:
        """`run` returns when what is there is written."""
        self._last = True
        self._ready.set()

    async def stop(self, running: "asyncio.Future[None]") -> None:
        """End *running*, which is `run`, as soon as the write under way is done.

        A call that ends in the middle of a message is reset: its client would not read why.
        """
        self._is_stopped = True
        self.finish()
        running.add_done_callback(lambda ended: ended.cancelled() or ended.exception())  # nobody may be left to read it
        await asyncio.wait({running}, timeout=WRITE_WITHIN)
        running.cancel()

    async def run(self, call: Writer) -> None:
        """Write to *call* until finished. Raises what its `write` raises."""
        while True:
            self._idle = call
            await self._ready.wait()
            self._idle = None
            self._ready.clear()
            while not self._is_stopped and (message := self._next()) is not None:
                await call.write(message)
            if self._last:
                return

    def _next(self) -> bytes | None:
        late, self._late = self._late, None
        return self._gather() if late is None else late
