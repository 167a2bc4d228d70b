"""A seat's time, as a bot reads it."""

from __future__ import annotations

import time
from collections.abc import Callable
from math import inf
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from arena.wire.gen import seat_pb2

MICROSECONDS: Final = 1e6


class Clock:
    """A decision's clock, in seconds; infinite where no clock runs: `view.clock.left > 2.5`.

    Attributes:
        since: When the decision arrived, by `time.monotonic`.
    """

    __slots__ = ("_message", "_ticks", "since")

    def __init__(
        self, message: seat_pb2.Clock | None, since: float, ticks: Callable[[], float] = time.monotonic
    ) -> None:
        """Take the times of *message*, which run *since* that moment of *ticks*. None: no clock runs.

        Where the arena runs the bot, *ticks* is the charged time: its CPU time.
        """
        self._message = message
        self.since = since
        self._ticks = ticks

    @property
    def runs(self) -> bool:
        """Whether time is counted at all."""
        return self._message is not None

    @property
    def move(self) -> float:
        """The move time left when the arena asked, without the bank."""
        return inf if self._message is None else self._message.move_us / MICROSECONDS

    @property
    def bank(self) -> float:
        """The game's bank left when the arena asked."""
        return inf if self._message is None else self._message.bank_us / MICROSECONDS

    @property
    def last_think(self) -> float:
        """The time charged for the seat's last decision; 0 at first."""
        return 0.0 if self._message is None else self._message.last_think_us / MICROSECONDS

    @property
    def last_net(self) -> float:
        """The round trip taken off the last decision; 0 at first."""
        return 0.0 if self._message is None else self._message.last_net_us / MICROSECONDS

    @property
    def left(self) -> float:
        """The time left now, with the bank. The network's share is free."""
        return self.move + self.bank - (self._ticks() - self.since)


UNTIMED: Final = Clock(None, 0.0)
