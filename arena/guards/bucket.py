"""Token buckets: a burst at once, then a steady rate."""

from collections import OrderedDict
from collections.abc import Hashable
from typing import Final, Generic, TypeVar

from arena.guards.monotonic import Now

K = TypeVar("K", bound=Hashable)
MOST: Final = 10_000  # buckets kept; the one unused for longest, dropped first, is full again by then


class Bucket:
    """A bucket that starts full with *burst* and refills *rate* a second."""

    def __init__(self, burst: int, rate: int, now: Now) -> None:
        self._burst = burst
        self._rate = rate
        self._now = now
        self._left = float(burst)
        self._at = now()

    def left(self) -> float:
        """Return what is in it now; below 0 when overdrawn."""
        now = self._now()
        self._left = min(self._burst, self._left + self._rate * (now - self._at) / 1e6)
        self._at = now
        return self._left

    def take(self, cost: int) -> float:
        """Take *cost*; return the seconds until the bucket is not overdrawn."""
        self._left = self.left() - cost
        return max(0.0, -self._left / self._rate)


class Buckets(Generic[K]):
    """A bucket for each of the last 10,000 callers."""

    def __init__(self, burst: int, rate: int, now: Now) -> None:
        self._burst = burst
        self._rate = rate
        self._now = now
        self._buckets: OrderedDict[K, Bucket] = OrderedDict()

    def take(self, key: K) -> bool:
        """Take one from *key*'s bucket; False, taking nothing, if it is empty."""
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
