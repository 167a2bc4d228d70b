"""Measure a bot's time in integer microseconds; `arena/play` keeps the banks.

The formula is in docs/explanation/infractions.md, "The clock": charged = elapsed - min(round trip, cap). The round trip
is the shortest of the last 10 pings. Time is up only when the elapsed time exceeds the time left plus the whole cap.
The arena's own delays are not charged: an answer counts as read at `Timekeeper.unread_since`. Every limit is 24 ms
longer, for delays that the timekeeper cannot see.
"""

from collections import deque
from typing import Final

from arena.gateway.seats.timekeeper import GRAIN_US

CAP_US: Final = 300_000  # the most network time per decision that a bot is not charged for
PINGS_KEPT: Final = 10


class RoundTrips:
    """The last 10 round trips of pings on a stream, in microseconds."""

    def __init__(self) -> None:
        self._last: deque[int] = deque(maxlen=PINGS_KEPT)

    def add(self, trip_us: int) -> None:
        """Add the round trip of a ping."""
        self._last.append(trip_us)

    @property
    def least_us(self) -> int:
        """The shortest round trip; 0 before the first."""
        return min(self._last, default=0)


class Stopwatch:
    """Measures the time from writing a question to reading its answer, over all attempts.

    The time between an illegal answer and the next attempt is not counted. All times are in microseconds. *before_us*:
    the bot's time for earlier attempts; None at the first attempt.
    """

    __slots__ = ("_before_us", "_since_us", "_unread_us", "is_shown")

    def __init__(self, now: int, before_us: int | None = None) -> None:
        self._before_us = before_us or 0
        self._since_us = now
        self._unread_us = CAP_US if before_us is None else 0
        self.is_shown = False

    def show(self, now: int, lag_us: int) -> None:
        """Start the clock when the question is written to the bot for the first time.

        *lag_us*: by how much the arena was late, which is free. A bot that does not read delays the writing too. At
        most the cap of this delay is free, and nothing at a later attempt, when the bot knows the question.
        """
        if not self.is_shown:
            self._since_us = min(now, self._since_us + self._unread_us + lag_us)
            self.is_shown = True

    def restart(self, now: int) -> None:
        """Restart the clock at *now*, because no bot was there to ask before."""
        self._since_us = now

    def elapsed_us(self, now: int) -> int:
        """Return the time that the bot has had for the question until *now*."""
        since_us = self._since_us if self.is_shown else self._since_us + self._unread_us
        return self._before_us + max(0, now - since_us)


def charge(elapsed_us: int, trip_us: int) -> tuple[int, int]:
    """Split *elapsed_us* into the bot's charged time and the network's share. *trip_us*: the round trip."""
    net = min(trip_us, CAP_US, elapsed_us)
    return elapsed_us - net, net


def limit_us(move_us: int, bank_us: int) -> int:
    """Return the elapsed time after which time is up. *move_us*, *bank_us*: the time left for the decision."""
    return move_us + bank_us + CAP_US + GRAIN_US


def left_us(elapsed_us: int, move_us: int, bank_us: int) -> tuple[int, int]:
    """Return the time left for the move and the time left in the bank, after *elapsed_us*."""
    return max(0, move_us - elapsed_us), min(bank_us, max(0, move_us + bank_us - elapsed_us))
