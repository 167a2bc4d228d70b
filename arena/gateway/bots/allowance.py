"""A token bucket for what a bot sends unasked: slow a flood first, then close it."""

from typing import Final

from arena.gateway.seats.faults import AtFault, Fault
from arena.guards.bucket import Bucket
from arena.guards.limits import UNASKED_BURST, UNASKED_PATIENCE, UNASKED_RATE, UNASKED_RETRY_MS
from arena.guards.monotonic import Now

CALM: Final = UNASKED_RATE / 2  # saved up by pausing: whoever has that much is not flooding
FLOOD: Final = (
    f"a flood: more than {UNASKED_BURST} answers or messages that nobody asked for, and more than {UNASKED_RATE}"
    f" a second after that; answer each decision once, dial again in {UNASKED_RETRY_MS // 1000} seconds"
)


class Allowance:
    """What a stream may still send unasked."""

    def __init__(self, now: Now) -> None:
        self._now = now
        self._bucket = Bucket(UNASKED_BURST, UNASKED_RATE, now)
        self._slow_since: int | None = None

    def spend(self, cost: int) -> float:
        """Take *cost* off. Returns for how many seconds nothing more is to be read from the bot.

        Raises:
            AtFault: it was slowed for too long, or is so far beyond that it would be.
        """
        if self._bucket.left() >= CALM:
            self._slow_since = None
        wait, now = self._bucket.take(cost), self._now()
        if wait and self._slow_since is None:
            self._slow_since = now
        slowed = 0.0 if self._slow_since is None else (now - self._slow_since) / 1e6
        if max(wait, slowed) > UNASKED_PATIENCE:
            raise AtFault(Fault.FLOOD, FLOOD, UNASKED_RETRY_MS)
        return wait
