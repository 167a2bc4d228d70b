"""Choose which of an arena's gateways to dial next, and when."""

import random
from collections.abc import Sequence
from typing import Final

from arena.wire.address import Address

FIRST_DELAY: Final = 0.1  # seconds; doubled with each attempt that fails
LONGEST_DELAY: Final = 2.0


class Gateways:
    """The gateways of one arena, at least one.

    They are shuffled, so that processes spread over them. A bot whose stream broke dials the same one again, where its
    seats are; one that does not answer, drains or is full is left alone for a while, and the next is dialled.
    """

    def __init__(self, addresses: Sequence[Address]) -> None:
        self._ring = random.sample(addresses, len(addresses))
        self._failures = dict.fromkeys(addresses, 0)
        self._not_before = dict.fromkeys(addresses, 0.0)

    def __str__(self) -> str:
        return ", ".join(sorted(map(str, self._ring)))

    @property
    def address(self) -> Address:
        """The gateway to dial."""
        return self._ring[0]

    def welcomed(self) -> None:
        """Note that `address` let the bot in."""
        self._failures[self.address] = 0

    def failed(self, now: float, after: float | None) -> float:
        """Note a failure; return the seconds to wait before dialling `address`.

        The stream or attempt ended at *now* (monotonic seconds), to be repeated *after* so many seconds (None: when the
        kit likes). Turns to another gateway if that is better.
        """
        ring = self._ring
        self._failures[ring[0]] += 1
        self._not_before[ring[0]] = now + (self._delay() if after is None else after)
        if after is not None or self._failures[ring[0]] > 1:
            others_first = [*ring[1:], ring[0]]
            soonest = min(others_first, key=lambda address: max(now, self._not_before[address]))
            at = ring.index(soonest)
            self._ring = [*ring[at:], *ring[:at]]
        return max(0.0, self._not_before[self.address] - now)

    def _delay(self) -> float:
        """Return the next pause: twice as long each time, partly random."""
        longest: float = min(LONGEST_DELAY, FIRST_DELAY * 2 ** min(self._failures[self.address], 16))
        return longest * random.uniform(0.5, 1.0)
