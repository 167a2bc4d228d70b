"""Token bucket for unasked messages: slow a flood, then close the stream."""

from typing import Final

from arena.gateway.seats.faults import AtFault, Fault
from arena.guards.limits import UNASKED_BURST, UNASKED_PATIENCE, UNASKED_RATE, UNASKED_RETRY_MS, Bucket, Now

CALM: Final = UNASKED_RATE / 2  # tokens; a bot that has paused until it has these is not flooding
FLOOD: Final = (
    f"a flood: more than {UNASKED_BURST} answers or messages that nobody asked for, and more than {UNASKED_RATE}"
    f" a second after that; answer each decision once, dial again in {UNASKED_RETRY_MS // 1000} seconds"
)


class Allowance:
    """Count what a stream may still send unasked."""

    def __init__(self, now: Now) -> None:
        self._now = now
        self._bucket = Bucket(UNASKED_BURST, UNASKED_RATE, now)
        self._slow_since: int | None = None

    def spend(self, cost: int) -> float:
        """Spend *cost* tokens; return the seconds to wait before reading on.

        Raises:
            AtFault: the stream was slowed for longer than `UNASKED_PATIENCE`, or would now have to be.
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
