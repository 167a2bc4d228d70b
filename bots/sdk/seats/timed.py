"""The clock of games in process: a move's time, then the game's bank, as in a rated game."""

import time
from collections.abc import Callable
from typing import Final, NamedTuple

from arena.wire.gen import seat_pb2
from bots.sdk.bot.clock import MICROSECONDS, Clock

Ticks = Callable[[], float]


class Time(NamedTuple):
    """Seconds for each decision, and beyond it for the whole game."""

    move: float
    bank: float


RATED: Final = Time(5.0, 60.0)  # of a tournament that says nothing else


class SeatClock:
    """One seat's clock in one game, in seconds of *ticks*; late answers cost the bank, as at the arena.

    Attributes:
        bank: what is left of it.
        late: how many answers came too late.
    """

    def __init__(self, time: Time, ticks: Ticks = time.monotonic) -> None:
        self.bank = time.bank
        self.late = 0
        self._move = time.move
        self._ticks = ticks
        self._think = 0.0
        self._since = 0.0

    @property
    def left_us(self) -> tuple[int, int]:
        """What is left of the move's time and of the bank, in microseconds."""
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
