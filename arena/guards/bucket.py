"""Token buckets: a burst at once, then a rate; one alone, or one for each of many callers."""

from collections import OrderedDict
from collections.abc import Hashable
from typing import Final, Generic, TypeVar

from arena.guards.monotonic import Now

K = TypeVar("K", bound=Hashable)
MOST: Final = 10_000  # buckets kept: who was not heard of for longest has a full one again by then


class Bucket:
    """A bucket, full at first with *burst* in it; *rate* a second come in, up to *burst*."""

    def __init__(self, burst: int, rate: int, now: Now) -> None:
        self._burst = burst
        self._rate = rate
        self._now = now
        self._left = float(burst)
        self._at = now()

    def left(self) -> float:
        """Return what is in it now; below 0 if more was taken."""
        now = self._now()
        self._left = min(self._burst, self._left + self._rate * (now - self._at) / 1e6)
        self._at = now
        return self._left

    def take(self, cost: int) -> float:
        """Take *cost* out. Returns for how many seconds there will be less than nothing in it."""
        self._left = self.left() - cost
        return max(0.0, -self._left / self._rate)


class Buckets(Generic[K]):
    """A bucket for each of the last ten thousand callers."""

    def __init__(self, burst: int, rate: int, now: Now) -> None:
        self._burst = burst
        self._rate = rate
        self._now = now
        self._buckets: OrderedDict[K, Bucket] = OrderedDict()

    def take(self, key: K) -> bool:
        """One out of *key*'s; False, and none is taken, where there is not one in it."""
        bucket = self._bucket(key)
        if bucket.left() < 1:
            return False
        bucket.take(1)
        return True

    def give_back(self, key: K) -> None:
        """Put back what was taken."""
        self._bucket(key).take(-1)

    def _bucket(self, key: K) -> Bucket:
        if key not in self._buckets:
            self._buckets[key] = Bucket(self._burst, self._rate, self._now)
            if len(self._buckets) > MOST:
                self._buckets.popitem(last=False)
        self._buckets.move_to_end(key)
        return self._buckets[key]
