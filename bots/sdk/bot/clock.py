"""The time that a bot has for a decision."""

from __future__ import annotations

import time
from collections.abc import Callable
from math import inf
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from arena.wire.gen import seat_pb2

MICROSECONDS: Final = 1e6


class Clock:
    """The clock of a decision, in seconds; infinite where no clock runs: `view.clock.left > 2.5`.

    Attributes:
        since: When the decision arrived, in seconds of `time.monotonic`.
    """

    __slots__ = ("_message", "_ticks", "since")

    def __init__(
        self, message: seat_pb2.Clock | None, since: float, ticks: Callable[[], float] = time.monotonic
    ) -> None:
        """Use the times of *message*, which began to run at *since*, in seconds of *ticks*. None: no clock runs.

        In a process that the arena confines, *ticks* is the process's CPU time.
        """
        self._message = message
        self.since = since
        self._ticks = ticks

    @property
    def runs(self) -> bool:
        """Whether this decision has a time limit."""
        return self._message is not None

    @property
    def move(self) -> float:
        """The move time that was left when the arena asked, in seconds, without the bank."""
        return inf if self._message is None else self._message.move_us / MICROSECONDS

    @property
    def bank(self) -> float:
        """The bank that was left for this game when the arena asked, in seconds."""
        return inf if self._message is None else self._message.bank_us / MICROSECONDS

    @property
    def last_think(self) -> float:
        """The seconds charged for the seat's last decision; 0 before the first one."""
        return 0.0 if self._message is None else self._message.last_think_us / MICROSECONDS

    @property
    def last_net(self) -> float:
        """The network's round trip, in seconds, that was not charged for the last decision; 0 before the first one."""
        return 0.0 if self._message is None else self._message.last_net_us / MICROSECONDS

    @property
    def left(self) -> float:
        """The seconds left now, with the bank. The network's round trip is not charged."""
        return self.move + self.bank - (self._ticks() - self.since)


UNTIMED: Final = Clock(None, 0.0)
