"""Times of decisions, waits at a bot's usual pace, and local clocks."""

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
SHARE: Final = 0.05  # weight of the newest wait in the mean delay


class Pace:
    """The last times of a process's decisions, by kind."""

    def __init__(self) -> None:
        self._taken: dict[int, deque[float]] = {}
        self._random = random.Random()  # separate from the bots' random numbers
        self._late = 0.0  # recent mean delay of waits, in seconds

    def note(self, kind: int, seconds: float) -> None:
        """Note how long a decision took."""
        self._taken.setdefault(kind, deque(maxlen=LAST)).append(seconds)

    def draw_wait(self, kind: int) -> float:
        """Return the seconds to wait, so that the answer takes as long as a recent decision.

        The decision is of this kind if possible, else of any kind. Without decisions it is 0.
        """
        taken = self._taken.get(kind) or [each for times in self._taken.values() for each in times]
        return max(0.0, self._random.choice(taken) - self._late) if taken else 0.0

    def note_wait(self, wanted: float, took: float) -> None:
        """Record a wait's intended and actual seconds, to correct for late timers."""
        self._late += SHARE * (took - wanted - self._late)


Ticks = Callable[[], float]


class Time(NamedTuple):
    """Seconds for each decision, and beyond it for the whole game."""

    move: float
    bank: float


RATED: Final = Time(5.0, 60.0)  # a tournament's default


class SeatClock:
    """One seat's clock in one game, in seconds of *ticks*; late answers cost the bank, as at the arena."""

    def __init__(self, time: Time, ticks: Ticks = time.monotonic) -> None:
        self.bank = time.bank  # the rest, in seconds
        self.late = 0  # number of late answers
        self._move = time.move
        self._ticks = ticks
        self._think = 0.0
        self._since = 0.0

    @property
    def left_us(self) -> tuple[int, int]:
        """The move time and the rest of the bank, in microseconds."""
        return round(MICROSECONDS * self._move), round(MICROSECONDS * self.bank)

    def begin(self) -> Clock:
        """Start a decision's time, and return its clock for the bot."""
        move_us, bank_us = self.left_us
        last_us = round(MICROSECONDS * self._think)
        self._since = self._ticks()
        return Clock(seat_pb2.Clock(move_us=move_us, bank_us=bank_us, last_think_us=last_us), self._since, self._ticks)

    def stop(self) -> str:
        """End the decision's time; return why the answer is too late, or ""."""
        return self.charge(self._ticks() - self._since)

    def charge(self, think: float) -> str:
        """Charge *think* seconds; return like `stop`."""
        bank, self._think = self.bank, think
        self.bank = max(0.0, bank - max(0.0, think - self._move))
        if think <= self._move + bank:
            return ""
        self.bank = 0.0
        self.late += 1
        return f"{think:.2f} s are too long: a move has {self._move:g} s, and the bank had {bank:.2f} s"


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
        return at_once(coroutine) if self._runner is None else self._runner.run(coroutine)

    def close(self) -> None:
        """End the loop."""
        if self._runner is not None:
            self._runner.close()
