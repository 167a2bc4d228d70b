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
    watch = _Watch(game, beyond, is_held)
    try:
        async with asyncio.timeout(None) as clock:
            watch.begin(clock)
            return await playing
    except TimeoutError as stopped:
        if not clock.expired():
            raise
        raise Stuck(f"nothing was settled for {watch.patience:.1f} s: {game.standing()}") from stopped
    finally:
        watch.end()


class _Watch:
    """Looks at a game now and then."""

    def __init__(self, game: LiveGame, beyond: float, is_held: Callable[[], bool]) -> None:
        self._game = game
        self._beyond = beyond
        self._is_held = is_held
        self._settled = 0
        self._stood = 0

    @property
    def patience(self) -> float:
        """How many seconds the game may go without a settled decision."""
        claim, in_columns = self._game.claim, any(seat.in_columns for seat in self._game.seats)
        clocks = CLOCKS * (claim.move_us + claim.bank_us) / 1e6
        return clocks * (BATCHES if in_columns else 1) + self._beyond

    def begin(self, clock: asyncio.Timeout) -> None:
        """Look for as long as *clock* runs, and let it expire when the game is stuck."""
        self._clock = clock
        self._loop = asyncio.get_running_loop()
        self._wait()

    def end(self) -> None:
        """Nobody plays any more."""
        self._timer.cancel()

    def _wait(self) -> None:
        self._timer = self._loop.call_later(self.patience / LOOKS, self._look)

    def _look(self) -> None:
        settled = self._game.ledger.entered
        self._stood = self._stood + 1 if settled == self._settled and self._is_held() else 0
        self._settled = settled
        if self._stood < LOOKS:
            self._wait()
        else:
            self._clock.reschedule(self._loop.time())
