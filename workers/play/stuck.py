"""Stop games that make no progress."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Final, TypeVar

from workers.play.games import LiveGame

T = TypeVar("T")


LOOKS: Final = 8  # checks in a row without progress; a suspended process misses only one


CLOCKS: Final = 2  # full clocks to wait for: if a gateway is lost just before time is up, the clock starts again


# Decisions of other tables that a confined seat may wait for before it gets a core (runner/service/settings.py).
THOUGHTS: Final = 16


class StuckError(Exception):
    """Raised when a game made no progress; the traceback of its cause shows the place."""


async def run_unless_stuck(game: LiveGame, playing: Awaitable[T], beyond: float, is_held: Callable[[], bool]) -> T:
    """Await *playing* and return its result, unless *game* makes no progress for too long.

    The limit is the game's clocks plus *beyond* seconds; then `StuckError` is raised. *is_held*: whether the lease
    certainly holds. While it does not, no seat is opened, and a lack of progress is no bug.
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
    """Check *game* periodically; let *clock* expire when the game is stuck."""
    seen = stood = 0
    while stood < LOOKS:
        await asyncio.sleep(patience(game, beyond) / LOOKS)
        stood = stood + 1 if game.signs == seen and is_held() else 0
        seen = game.signs
    clock.reschedule(asyncio.get_running_loop().time())


def patience(game: LiveGame, beyond: float) -> float:
    """Return how many seconds may pass without a settled decision. *beyond*: seconds added to the clocks.

    Seconds in which the bot has the row, or the row waits behind others, do not count: a gateway reports them.
    """
    clocks = CLOCKS * (game.claim.move_us + game.claim.bank_us) / 1e6
    return clocks * (THOUGHTS if game.claim.submitted else 1) + beyond
