"""A seat's time, as a bot reads it."""

import time
from math import inf
from typing import Final

from arena.wire.gen import seat_pb2

MICROSECONDS: Final = 1e6


class Clock:
    """A decision's clock, in seconds; where no clock runs, in a local game, there is no end to them."""

    __slots__ = ("_message", "since")

    def __init__(self, message: seat_pb2.Clock | None, since: float) -> None:
        """*message* came with the question, which was heard at *since* (`time.monotonic`); None: no clock runs."""
        self._message = message
        self.since = since

    @property
    def move(self) -> float:
        """What was left for this decision, before the bank is touched, when the arena asked."""
        return inf if self._message is None else self._message.move_us / MICROSECONDS

    @property
    def bank(self) -> float:
        """What was left in the game's bank when the arena asked."""
        return inf if self._message is None else self._message.bank_us / MICROSECONDS

    @property
    def last_think(self) -> float:
        """What the seat's last decision was charged; 0 for the first."""
        return 0.0 if self._message is None else self._message.last_think_us / MICROSECONDS

    @property
    def last_net(self) -> float:
        """The round trip that was taken off the last decision; 0 for the first."""
        return 0.0 if self._message is None else self._message.last_net_us / MICROSECONDS

    @property
    def left(self) -> float:
        """What is left now, the bank among it; what the answer's way to the arena takes is not charged."""
        return self.move + self.bank - (time.monotonic() - self.since)


UNTIMED: Final = Clock(None, 0.0)
