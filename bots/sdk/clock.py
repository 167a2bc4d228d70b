"""The time a seat has, as a bot reads it."""

import time
from math import inf
from typing import Final, NamedTuple

from arena.wire.gen import seat_pb2

MICROSECONDS: Final = 1e6


class Clock(NamedTuple):
    """A decision's clock, in seconds; where no clock runs, in a local game, there is no end to them.

    *move* and *bank* are what was left when the arena asked; *last_think* is what the seat's last decision was charged
    and *last_net* the round trip that was taken off it. *since*: when the question was heard (`time.monotonic`).
    """

    move: float
    bank: float
    last_think: float
    last_net: float
    since: float

    @property
    def left(self) -> float:
        """Seconds left now, the bank among them; what the answer's way to the arena takes is not charged."""
        return self.move + self.bank - (time.monotonic() - self.since)


UNTIMED: Final = Clock(inf, inf, 0.0, 0.0, 0.0)


def clock_of(message: seat_pb2.Clock, heard: float) -> Clock:
    """The clock of an update that was heard at *heard*."""
    return Clock(
        message.move_us / MICROSECONDS,
        message.bank_us / MICROSECONDS,
        message.last_think_us / MICROSECONDS,
        message.last_net_us / MICROSECONDS,
        heard,
    )
