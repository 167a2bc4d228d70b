"""How long a bot takes, and when it may answer at its usual pace."""

import asyncio
import inspect
import random
import time
from collections import deque
from collections.abc import Callable, Coroutine
from typing import Any, Final, NamedTuple, TypeVar

from arena.rules import KIND_NAMES
from arena.wire.gen import seat_pb2
from bots.sdk.bot.clock import MICROSECONDS, Clock
from bots.sdk.seats.daemons import DaemonThreads

LAST: Final = 64  # decisions of each kind
SHARE: Final = 0.05  # of the newest wait in how late they are


class Pace:
    """The last times of a process's decisions, by kind."""

    def __init__(self) -> None:
        self._taken: dict[int, deque[float]] = {}
        self._random = random.Random()  # not the one that bots draw from
        self._late = 0.0  # by how much waits take longer than they should, lately

    def note(self, kind: int, seconds: float) -> None:
        """Note how long a decision took."""
        self._taken.setdefault(kind, deque(maxlen=LAST)).append(seconds)

    def draw_wait(self, kind: int) -> float:
        """Return how many seconds to wait, so that it takes as long as one of the last decisions.

        One of this kind; of any where there was none; 0 where there was none at all.
        """
        taken = self._taken.get(kind) or [each for times in self._taken.values() for each in times]
        return max(0.0, self._random.choice(taken) - self._late) if taken else 0.0

    def note_wait(self, wanted: float, took: float) -> None:
        """Note how long a wait took, in seconds: timers are late, and thoughts that wait were, too."""
        self._late += SHARE * (took - wanted - self._late)


Ticks = Callable[[], float]


class Time(NamedTuple):
    """Seconds for each decision, and beyond it for the whole game."""

    move: float
    bank: float


RATED: Final = Time(5.0, 60.0)  # of a tournament that says nothing else


class SeatClock:
    """One seat's clock in one game, in seconds of *ticks*; late answers cost the bank, as at the arena."""

    def __init__(self, time: Time, ticks: Ticks = time.monotonic) -> None:
        self.bank = time.bank  # what is left of it
        self.late = 0  # answers that came too late
        self._move = time.move
        self._ticks = ticks
        self._think = 0.0
        self._since = 0.0

    @property
    def left_us(self) -> tuple[int, int]:
        """The rest of the move's time and of the bank, in microseconds."""
        return round(MICROSECONDS * self._move), round(MICROSECONDS * self.bank)

    def begin(self) -> Clock:
        """Begin a decision's time; return its clock, as the bot reads it."""
        move_us, bank_us = self.left_us
        last_us = round(MICROSECONDS * self._think)
        self._since = self._ticks()
        return Clock(seat_pb2.Clock(move_us=move_us, bank_us=bank_us, last_think_us=last_us), self._since, self._ticks)

    def stop(self) -> str:
        """End the decision's time; return why the answer is too late, "" where it is not."""
        return self.charge(self._ticks() - self._since)

    def charge(self, think: float) -> str:
        """Charge *think* seconds; return as `stop`."""
        bank, self._think = self.bank, think
        self.bank = max(0.0, bank - max(0.0, think - self._move))
        if think <= self._move + bank:
            return ""
        self.bank = 0.0
        self.late += 1
        return f"{think:.2f} s were too long: {self._move:g} s are a move's, {bank:.2f} s were in the bank"


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
