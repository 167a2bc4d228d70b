"""Bots with `async def` methods: recognise them, and run their coroutines."""

import asyncio
import inspect
from collections.abc import Coroutine
from typing import Any, Final, TypeVar

from arena.rules import KIND_NAMES
from bots.sdk.seats.daemons import DaemonThreads

Result = TypeVar("Result")
ANSWERING: Final = ("answer", "game_over", *KIND_NAMES[1:])


def is_async(bot: object) -> bool:
    """Return whether a bot, or its class, has `async def` methods."""
    return any(inspect.iscoroutinefunction(getattr(bot, name, None)) for name in ANSWERING)


def at_once(coroutine: Coroutine[Any, Any, Result]) -> Result:
    """Return the result of a coroutine that waits for nothing."""
    try:
        coroutine.send(None)
    except StopIteration as done:
        result: Result = done.value
        return result
    raise AssertionError("it waits for something")


def _loop() -> asyncio.AbstractEventLoop:
    loop = asyncio.new_event_loop()
    loop.set_default_executor(DaemonThreads())
    return loop


class Driver:
    """Runs local games' coroutines, in a loop only for async bots."""

    def __init__(self, is_async: bool) -> None:
        self._runner = asyncio.Runner(loop_factory=_loop) if is_async else None

    def __call__(self, coroutine: Coroutine[Any, Any, Result]) -> Result:
        """Run *coroutine* and return its result."""
        return at_once(coroutine) if self._runner is None else self._runner.run(coroutine)

    def close(self) -> None:
        """End the loop."""
        if self._runner is not None:
            self._runner.close()
