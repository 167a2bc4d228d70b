"""Measure decision times, draw waits that resemble them, and run the clocks of local games."""

import asyncio
import inspect
import math
import os
import random
import signal
import sys
import threading
import time
from collections import deque
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any, Final, NamedTuple, TypeVar

from arena.rules import KIND_NAMES
from arena.wire.gen import seat_pb2
from bots.sdk.bot.clock import MICROSECONDS, Clock
from bots.sdk.seats.daemons import DaemonThreads

LAST: Final = 64  # decision times that are kept for each kind
PYTHON: Final = os.path.dirname(os.__file__)  # the folder of Python's modules and, below it, of installed libraries
SHARE: Final = 0.05  # weight of the newest wait in the mean delay of timers


class Pace:
    """The latest decision times of a process, by kind of decision."""

    def __init__(self) -> None:
        self._taken: dict[int, deque[float]] = {}
        self._random = random.Random()  # separate from the bots' random numbers
        self._late = 0.0  # seconds by which waits recently ended too late, on average

    def note(self, kind: int, seconds: float) -> None:
        """Record the seconds that a decision of this kind took."""
        self._taken.setdefault(kind, deque(maxlen=LAST)).append(seconds)

    def draw_wait(self, kind: int) -> float:
        """Return how many seconds to wait before an answer of the kit, so that it takes as long as one of the bot.

        This is a random recent decision time, of the same kind if possible; 0 before the first decision.
        """
        taken = self._taken.get(kind) or [each for times in self._taken.values() for each in times]
        return max(0.0, self._random.choice(taken) - self._late) if taken else 0.0

    def note_wait(self, wanted: float, took: float) -> None:
        """Record the intended (*wanted*) and actual (*took*) seconds of a wait, to correct for late timers."""
        self._late += SHARE * (took - wanted - self._late)


Ticks = Callable[[], float]


class Time(NamedTuple):
    """Time limits in seconds: *move* for each decision, and *bank*, extra time for the whole game."""

    move: float
    bank: float


RATED: Final = Time(5.0, 60.0)  # the default of tournaments


class HungError(BaseException):
    """Raised in a bot's method that does not return. Not an `Exception`, because a bot may catch those."""


def _place(frame: FrameType) -> str:
    """Return file and line of the innermost frame that is not of the kit, the arena, Python or a library."""
    own = frame
    while own.f_back is not None and (
        own.f_code.co_filename.startswith((PYTHON, "<"))
        or str(own.f_globals.get("__name__", "")).startswith(("bots.sdk.", "arena."))
    ):
        own = own.f_back
    return f"{own.f_code.co_filename}:{own.f_lineno}"


@contextmanager
def interrupt_after(seconds: float, noted: float = math.inf) -> Iterator[None]:
    """Raise `HungError` in the block after *seconds*; after *noted* seconds print a line that says where the block is.

    Needs POSIX signals and the main thread.
    """
    if not hasattr(signal, "setitimer") or threading.current_thread() is not threading.main_thread():
        yield
        return

    def interrupt(_: int, frame: FrameType | None) -> None:
        assert frame is not None
        spent, at = time.monotonic() - began, _place(frame)
        if spent >= seconds:
            raise HungError(f"no answer after {spent:.1f} s, at {at}; make the bot return sooner")
        signal.setitimer(signal.ITIMER_REAL, seconds - spent)
        print(f"no answer for {spent:.0f} s, at {at}; {seconds - spent:.0f} s more are waited", file=sys.stderr)

    handler, began = signal.signal(signal.SIGALRM, interrupt), time.monotonic()
    left, interval = signal.setitimer(signal.ITIMER_REAL, min(seconds, noted))
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0.0)
        signal.signal(signal.SIGALRM, handler or signal.SIG_DFL)
        if left:
            signal.setitimer(signal.ITIMER_REAL, max(1e-6, left + began - time.monotonic()), interval)


class SeatClock:
    """The clock of a seat in a local game; slow moves use the bank. *ticks*: returns the current time in seconds."""

    def __init__(self, time: Time, ticks: Ticks = time.monotonic) -> None:
        self.bank = time.bank  # seconds left in the bank
        self.late = 0  # number of late answers
        self._move = time.move
        self._ticks = ticks
        self._think = 0.0
        self._since = 0.0

    @property
    def left_us(self) -> tuple[int, int]:
        """The move time, and the time left in the bank, both in microseconds."""
        return round(MICROSECONDS * self._move), round(MICROSECONDS * self.bank)

    def begin(self) -> Clock:
        """Start the time of a decision, and return its clock for the bot."""
        move_us, bank_us = self.left_us
        last_us = round(MICROSECONDS * self._think)
        self._since = self._ticks()
        return Clock(seat_pb2.Clock(move_us=move_us, bank_us=bank_us, last_think_us=last_us), self._since, self._ticks)

    def stop(self) -> str:
        """End the time of a decision; return why the answer is too late, or "" if it is in time."""
        return self.charge(self._ticks() - self._since)

    def charge(self, think: float) -> str:
        """Charge *think* seconds for a decision; return why the answer is too late, or ""."""
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
    """Return whether a bot, or a bot class, has `async def` methods."""
    return any(inspect.iscoroutinefunction(getattr(bot, name, None)) for name in ANSWERING)


def at_once(coroutine: Coroutine[Any, Any, Result]) -> Result:
    """Return the result of a coroutine that never waits."""
    try:
        coroutine.send(None)
    except StopIteration as done:
        result: Result = done.value
        return result
    raise AssertionError(f"{coroutine!r} waits; run it in an event loop")


def _loop() -> asyncio.AbstractEventLoop:
    loop = asyncio.new_event_loop()
    loop.set_default_executor(DaemonThreads())
    return loop


class Driver:
    """Run the coroutines of local games, in an event loop only if a bot *is_async*."""

    def __init__(self, is_async: bool) -> None:
        self._runner = asyncio.Runner(loop_factory=_loop) if is_async else None

    def __call__(self, coroutine: Coroutine[Any, Any, Result]) -> Result:
        return at_once(coroutine) if self._runner is None else self._runner.run(coroutine)

    def close(self) -> None:
        """Close the event loop, if there is one."""
        if self._runner is not None:
            self._runner.close()
