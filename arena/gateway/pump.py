"""Gathered writing: what is ready goes out in one message as soon as the write before is done."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Generic, TypeVar

M = TypeVar("M")


class Pump(Generic[M]):
    """Writes what *gather* returns, until that is None; then waits to be woken."""

    def __init__(self, gather: Callable[[], M | None]) -> None:
        self._gather = gather
        self._ready = asyncio.Event()
        self._last = False

    def wake(self) -> None:
        """Something is there to be gathered."""
        self._ready.set()

    def finish(self) -> None:
        """`run` returns when what is there is written."""
        self._last = True
        self._ready.set()

    async def run(self, write: Callable[[M], Awaitable[None]]) -> None:
        """Write until finished. Raises what *write* raises."""
        while True:
            await self._ready.wait()
            self._ready.clear()
            while (message := self._gather()) is not None:
                await write(message)
            if self._last:
                return
