"""The lag of the event loop, which no bot is charged for.

The loop wakes every few milliseconds. When it wakes late it was held up, and messages are read late: an answer may have
come as soon as the delay began, so that is when it is taken to have come. gRPC does not say when a message came.
"""

import asyncio
from collections import deque
from itertools import pairwise
from typing import Final

from arena.guards.buckets import Now, monotonic_us

# Not `Final`, which the compiler would fix: tests that run through hours tick more seldom.
TICK_US = 5_000
HELD_UP_US = 8_000  # between two ticks; timers are a millisecond or two late even in an idle loop
TICKS_KEPT: Final = 3  # gRPC hands a message on within three turns of the loop
SHARE_OVER_US: Final = 1_000_000
GRAIN_US: Final = TICKS_KEPT * HELD_UP_US  # the longest delay of the loop that goes unnoticed


class Timekeeper:
    """The clock *now*, and the delays of the event loop.

    Attributes:
        held_us: how long the loop was held up in all, in microseconds.
    """

    def __init__(self, now: Now = monotonic_us) -> None:
        self.now = now
        self.held_us = 0
        self._ticks = deque([now()], maxlen=TICKS_KEPT)
        self._since = now(), 0  # what `share_held` counts from: the time, and `held_us` then
        self._share_held = 0.0

    def heard(self) -> int:
        """Return since when messages may be unread; now, if on time."""
        now = self.now()
        for before, after in pairwise((*self._ticks, now)):
            if after - before > HELD_UP_US:
                return before
        return now

    def tick(self) -> None:
        """Note that the loop is awake."""
        now = self.now()
        gap = now - self._ticks[-1]
        if gap > HELD_UP_US:
            self.held_us += gap - TICK_US
        self._ticks.append(now)

    def share_held(self) -> float:
        """For which share of the last second or more the loop was held up, 0..1."""
        (since, held_us), now = self._since, self.now()
        if now - since >= SHARE_OVER_US:
            self._share_held = min(1.0, (self.held_us - held_us) / (now - since))
            self._since = now, self.held_us
        return self._share_held

    async def run(self) -> None:
        """Tick until cancelled."""
        while True:
            self.tick()
            await asyncio.sleep(TICK_US / 1e6)
