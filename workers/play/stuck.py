"""Find games that stand still."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Final, TypeVar

from workers.play.games import LiveGame

T = TypeVar("T")


LOOKS: Final = 8  # in a row at which a game stands still; a process that was suspended misses only one


CLOCKS: Final = 2  # a gateway lost just before time was up makes the question's clock start again


# Of other tables, for which a confined seat may wait before it has a core (runner/service/settings.py).
THOUGHTS: Final = 16


class StuckError(Exception):
    """Raised when a game stood still; its cause's traceback shows where."""


async def unless_stuck(game: LiveGame, playing: Awaitable[T], beyond: float, is_held: Callable[[], bool]) -> T:
    """Await *playing* unless *game* stands still too long. Raises `StuckError`.

    Too long is its clocks and *beyond* seconds. *is_held*: whether the block is certainly ours; while it is not, no
    seat is opened, and standing still is no fault.
    """
    try:
        async with asyncio.timeout(None) as clock:
            watching = asyncio.create_task(_watch(game, beyond, is_held, clock), name="watch for standing still")
            try:
                return await playing
            finally:
                watching.cancel()
    except TimeoutError as stopped:
        if not clock.expired():
            raise
        raise StuckError(f"nothing was settled for {patience(game, beyond):.1f} s: {game.standing()}") from stopped


async def _watch(game: LiveGame, beyond: float, is_held: Callable[[], bool], clock: asyncio.Timeout) -> None:
    """Look at *game* at times; let *clock* expire when it is stuck."""
    seen = stood = 0
    while stood < LOOKS:
        await asyncio.sleep(patience(game, beyond) / LOOKS)
        stood = stood + 1 if game.signs == seen and is_held() else 0
        seen = game.signs
    clock.reschedule(asyncio.get_running_loop().time())


def patience(game: LiveGame, beyond: float) -> float:
    """Return how many seconds may pass without a settled decision.

    Those for which a row is its bot's, or waits behind others of it, do not count: a gateway says so every second.
    """
    clocks = CLOCKS * (game.claim.move_us + game.claim.bank_us) / 1e6
    return clocks * (THOUGHTS if game.claim.handed_in else 1) + beyond
