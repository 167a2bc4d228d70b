"""How often people may call: a bucket for each of them."""

from grpc import StatusCode

from arena.gateway.bucket import Bucket
from arena.gateway.limits import CALLS_BURST, CALLS_RATE
from arena.gateway.people.refusals import Refused
from arena.gateway.timekeeper import Now, monotonic_us
from arena.store.rows import Principal


class Calls:
    """The buckets of those who have called; the operators have one together."""

    def __init__(self, now: Now = monotonic_us) -> None:
        self._now = now
        self._buckets: dict[int | None, Bucket] = {}

    def count(self, caller: Principal) -> None:
        """One more call. Raises `Refused` where there were too many."""
        key = caller.owner_id if caller.scope == "owner" else None
        if key not in self._buckets:
            self._buckets[key] = Bucket(CALLS_BURST, CALLS_RATE, self._now)
        if self._buckets[key].left() < 1:
            line = f"more than {CALLS_RATE} calls a second with this token: wait a moment, then call again"
            raise Refused(StatusCode.RESOURCE_EXHAUSTED, line)
        self._buckets[key].take(1)
