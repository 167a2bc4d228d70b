"""A bot's time: arithmetic on integer microseconds. The gateway measures, `arena/play` keeps banks.

docs/explanation/faults.md, "The clock": charged = elapsed less min(round trip, cap), the round trip being the least of
the last 10 pings; time is up only when elapsed exceeds what is left plus the whole cap. What the arena itself spends is
not charged: the moment of reading is `Timekeeper.heard`, and a grain of 24 ms, what that cannot see, is given to
everybody at the end.
"""

from collections import deque
from typing import Final

from arena.gateway.seats.timekeeper import GRAIN_US

CAP_US: Final = 300_000
PINGS_KEPT: Final = 10


class RoundTrips:
    """The last 10 round trips of a stream."""

    def __init__(self) -> None:
        self._last: deque[int] = deque(maxlen=PINGS_KEPT)

    def add(self, trip_us: int) -> None:
        """Take in a ping's round trip."""
        self._last.append(trip_us)

    @property
    def least_us(self) -> int:
        """The least of them; 0 before the first, so that nothing is taken off that was not measured."""
        return min(self._last, default=0)


class Stopwatch:
    """Time from the writing of a question to the reading of its answer, over all attempts.

    Between an illegal answer and the asking again the ball is the arena's, however long a worker is away.
    *before_us*: the time the bot had for the attempts before; None for the first one.
    """

    __slots__ = ("_before_us", "_since_us", "_unread_us", "is_shown")

    def __init__(self, now: int, before_us: int | None = None) -> None:
        self._before_us = before_us or 0
        self._since_us = now
        self._unread_us = CAP_US if before_us is None else 0
        self.is_shown = False

    def show(self, now: int, lag_us: int) -> None:
        """The question is being written, *lag_us* of them late by our own fault: from the first time on, time runs.

        A bot that does not read keeps its questions from being written; more than the cap is not given for that, and
        nothing for another attempt: it knows the question then.
        """
        if not self.is_shown:
            self._since_us = min(now, self._since_us + self._unread_us + lag_us)
            self.is_shown = True

    def restart(self, now: int) -> None:
        """Start from zero: there was no bot to ask until now."""
        self._since_us = now

    def elapsed_us(self, now: int) -> int:
        """Time the bot had for this number so far."""
        since_us = self._since_us if self.is_shown else self._since_us + self._unread_us
        return self._before_us + max(0, now - since_us)


def charge(elapsed_us: int, trip_us: int) -> tuple[int, int]:
    """What the bot is charged for *elapsed_us*, and the network's share that was taken off."""
    net = min(trip_us, CAP_US, elapsed_us)
    return elapsed_us - net, net


def limit_us(move_us: int, bank_us: int) -> int:
    """The elapsed time beyond which time is up."""
    return move_us + bank_us + CAP_US + GRAIN_US


def left_us(elapsed_us: int, move_us: int, bank_us: int) -> tuple[int, int]:
    """What is left of the move's time and of the bank after *elapsed_us*."""
    return max(0, move_us - elapsed_us), min(bank_us, max(0, move_us + bank_us - elapsed_us))
