"""A token bucket: so much at once, and so much a second after that."""

from arena.gateway.timekeeper import Now


class Bucket:
    """Full at first, with *burst* in it; *rate* a second come in, up to *burst*."""

    def __init__(self, burst: int, rate: int, now: Now) -> None:
        self._burst = burst
        self._rate = rate
        self._now = now
        self._left = float(burst)
        self._at = now()

    def left(self) -> float:
        """What is in it now; less than 0 where more was taken."""
        now = self._now()
        self._left = min(self._burst, self._left + self._rate * (now - self._at) / 1e6)
        self._at = now
        return self._left

    def take(self, cost: int) -> float:
        """Take *cost* out. Returns for how many seconds there will be less than nothing in it."""
        self._left = self.left() - cost
        return max(0.0, -self._left / self._rate)
