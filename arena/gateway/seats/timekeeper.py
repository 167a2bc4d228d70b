"""Measure the delays of the event loop, which no bot is charged for.

A task ticks every few milliseconds. A late tick means that the loop was delayed, and that messages are read late. An
answer then counts as received when the delay began, because gRPC does not report the time of its arrival.
"""

import asyncio
from collections import deque
from itertools import pairwise
from typing import Final

from arena.guards.buckets import Now, monotonic_us

# Not `Final`, which the compiler would inline: tests that simulate hours tick less often.
TICK_US = 5_000
LAG_US = 8_000  # Longer gaps between ticks are delays. Even in an idle loop timers are 1 or 2 ms late.
TICKS_KEPT: Final = 3  # gRPC passes a message on within three turns of the loop.
SHARE_OVER_US: Final = 1_000_000
GRAIN_US: Final = TICKS_KEPT * LAG_US  # the longest delay of the loop that goes unnoticed


class Timekeeper:
    """The clock *now*, and `lag_us`, the total delay of the event loop; both in microseconds."""

    def __init__(self, now: Now = monotonic_us) -> None:
        self.now = now
        self.lag_us = 0
        self._ticks = deque([now()], maxlen=TICKS_KEPT)
        self._since = now(), 0  # start of the period of `lag_share`: the time, and `lag_us` then
        self._lag_share = 0.0

    def unread_since(self) -> int:
        """Return the time since which messages may be unread: the start of a delay, or now without a delay."""
        now = self.now()
        for before, after in pairwise((*self._ticks, now)):
            if after - before > LAG_US:
                return before
        return now

    def tick(self) -> None:
        """Record that the event loop is awake; a late tick counts as a delay."""
        now = self.now()
        gap = now - self._ticks[-1]
        if gap > LAG_US:
            self.lag_us += gap - TICK_US
        self._ticks.append(now)

    def lag_share(self) -> float:
        """Return for which share of the last second (or more) the loop was delayed, 0..1."""
        (since, lag_us), now = self._since, self.now()
        if now - since >= SHARE_OVER_US:
            self._lag_share = min(1.0, (self.lag_us - lag_us) / (now - since))
            self._since = now, self.lag_us
        return self._lag_share

    async def run(self) -> None:
        """Tick every `TICK_US` until cancelled."""
        while True:
            self.tick()
            await asyncio.sleep(TICK_US / 1e6)
