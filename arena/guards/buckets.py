"""Limit rates with token buckets, and limit the calls of unknown callers."""

import logging
import time
from collections import Counter, OrderedDict
from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from typing import Final, Generic, TypeVar

import grpc

from arena.guards.auth import RefusedError
from arena.guards.limits import STRANGERS, STRANGERS_BURST, STRANGERS_RATE

Now = Callable[[], int]  # a monotonic clock, in microseconds


def monotonic_us() -> int:
    """Return the time of a clock that never goes back, in microseconds."""
    return time.monotonic_ns() // 1000


K = TypeVar("K", bound=Hashable)
MOST: Final = 10_000  # maximum of buckets; the one dropped, unused for longest, is full again by then


class Bucket:
    """A token bucket that starts full with *burst* tokens and gains *rate* tokens a second."""

    def __init__(self, burst: int, rate: int, now: Now) -> None:
        self._burst = burst
        self._rate = rate
        self._now = now
        self._left = float(burst)
        self._at = now()

    def left(self) -> float:
        """Return the number of tokens in the bucket now; negative if it is overdrawn."""
        now = self._now()
        self._left = min(self._burst, self._left + self._rate * (now - self._at) / 1e6)
        self._at = now
        return self._left

    def take(self, cost: int) -> float:
        """Take *cost* tokens; return the seconds until the bucket is no longer overdrawn."""
        self._left = self.left() - cost
        return max(0.0, -self._left / self._rate)


class Buckets(Generic[K]):
    """Token buckets by caller; keeps the `MOST` most recently used ones."""

    def __init__(self, burst: int, rate: int, now: Now) -> None:
        self._burst = burst
        self._rate = rate
        self._now = now
        self._buckets: OrderedDict[K, Bucket] = OrderedDict()

    def take(self, key: K) -> bool:
        """Take a token from the bucket of *key*; return False if the bucket is empty."""
        bucket = self._bucket(key)
        if bucket.left() < 1:
            return False
        bucket.take(1)
        return True

    def give_back(self, key: K) -> None:
        self._bucket(key).take(-1)

    def _bucket(self, key: K) -> Bucket:
        if key not in self._buckets:
            self._buckets[key] = Bucket(self._burst, self._rate, self._now)
            if len(self._buckets) > MOST:
                self._buckets.popitem(last=False)
        self._buckets.move_to_end(key)
        return self._buckets[key]


log = logging.getLogger("arena.gateway")
RETRY_MS: Final = 1000
TELL_EVERY_US: Final = 10_000_000


class UnknownCallers:
    """Limits callers of one service whose token has not been looked up yet.

    *tries*: buckets of failed tries by address; None: with the limits of a gateway.
    """

    def __init__(self, now: Now, tries: Buckets[str] | None = None) -> None:
        self._now = now
        self._from: Counter[str] = Counter()
        self._tries = tries or Buckets(STRANGERS_BURST, STRANGERS_RATE, now)
        self._refused = 0
        self._told_at = -TELL_EVERY_US

    @contextmanager
    def track_caller(self, address: str) -> Iterator[None]:
        """Count a caller at *address* as unknown while the block runs; an exception makes it a failed try.

        Raises `RefusedError` if too many callers are unknown, or *address* has failed too often.
        """
        if self._from.total() >= STRANGERS or self._from[address] >= STRANGERS // 2 or not self._tries.take(address):
            self._refused += 1
            if self._now() - self._told_at >= TELL_EVERY_US:  # a flood of log lines would fill the disk
                self._told_at = self._now()
                log.warning("%d calls of unknown callers were refused so far, the last from %s", self._refused, address)
            line = f"too many unknown callers here, or at your address: dial again in {RETRY_MS // 1000} second"
            raise RefusedError(grpc.StatusCode.RESOURCE_EXHAUSTED, line, RETRY_MS)
        self._from[address] += 1
        try:
            yield
            self._tries.give_back(address)
        finally:
            self._from[address] -= 1
            self._from += Counter()  # deletes counts of zero
