"""Stop games that stand still although their clocks have run out: that is our fault."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Final, TypeVar

from workers.play.games import LiveGame

T = TypeVar("T")
LOOKS: Final = 8  # one after another at which a game stands still; a process that was stopped for a while misses one
CLOCKS: Final = 2  # a gateway that breaks off just before time was up begins the open question's clock again
BATCHES: Final = 16  # of other workers, which a row may wait for before its own clock begins


class Stuck(Exception):
    """A game stood still for longer than its clocks can explain; the traceback behind it ends where it stood."""


async def unless_stuck(game: LiveGame, playing: Awaitable[T], beyond: float, is_held: Callable[[], bool]) -> T:
    """Await *playing* unless *game* settles nothing for as long as its clocks and *beyond*.

    *is_held*: whether the block is certainly ours. While it is not no seat is opened, and that is nobody's fault.
    Raises `Stuck`.
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
        raise Stuck(f"nothing was settled for {_patience(game, beyond):.1f} s: {game.standing()}") from stopped


async def _watch(game: LiveGame, beyond: float, is_held: Callable[[], bool], clock: asyncio.Timeout) -> None:
    """Look at a game now and then, and let *clock* expire when it is stuck."""
    settled = stood = 0
    while stood < LOOKS:
        await asyncio.sleep(_patience(game, beyond) / LOOKS)
        stood = stood + 1 if game.ledger.entered == settled and is_held() else 0
        settled = game.ledger.entered
    clock.reschedule(asyncio.get_running_loop().time())


def _patience(game: LiveGame, beyond: float) -> float:
    """How many seconds the game may go without a settled decision."""
    clocks = CLOCKS * (game.claim.move_us + game.claim.bank_us) / 1e6
    return clocks * (BATCHES if any(seat.in_columns for seat in game.seats) else 1) + beyond
