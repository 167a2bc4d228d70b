"""How often the processes of a bot version may dial: who dials again and again without a pause is sent away."""

from typing import Final

from arena.gateway.bucket import Bucket
from arena.gateway.faults import AtFault, Fault
from arena.gateway.limits import DIALS_BURST, DIALS_RATE
from arena.gateway.timekeeper import Now

RETRY_MS: Final = 5000


class Dials:
    """A bucket for each version that has dialled."""

    def __init__(self, now: Now) -> None:
        self._now = now
        self._buckets: dict[int, Bucket] = {}

    def count(self, version_id: int) -> None:
        """One more. Raises `AtFault`."""
        if version_id not in self._buckets:
            self._buckets[version_id] = Bucket(DIALS_BURST, DIALS_RATE, self._now)
        if self._buckets[version_id].left() < 1:
            often = f"more than {DIALS_BURST} times, and more than {DIALS_RATE} times a second after that"
            line = f"this bot version dialled {often}: pause longer each time, dial again in {RETRY_MS // 1000} seconds"
            raise AtFault(Fault.REDIAL, line, RETRY_MS)
        self._buckets[version_id].take(1)
