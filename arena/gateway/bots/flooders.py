"""Keep out bot versions that were closed for a flood, for the time they were told."""

from typing import Final

from arena.gateway.seats.faults import AtFault
from arena.guards.monotonic import Now
from arena.guards.refused import Refused

ROUNDED_UP_US: Final = 999  # of a millisecond: who comes when it was told is let in


class Flooders:
    """Those of one gateway. Streams that a version has already are left alone."""

    def __init__(self, now: Now) -> None:
        self._now = now
        self._out: dict[int, tuple[int, AtFault]] = {}  # version -> until when (us), and for what

    def keep_out(self, version_id: int, fault: AtFault) -> None:
        """The version was closed for *fault*, which says for how long; without a `retry_ms` nobody is kept out."""
        now = self._now()
        self._out = {version: kept for version, kept in self._out.items() if kept[0] > now}
        if fault.retry_ms is not None:
            self._out[version_id] = now + 1000 * fault.retry_ms, fault

    def check(self, version_id: int) -> None:
        """Raises `Refused`: the version comes too early; for the same reason, with the time that is left."""
        until, fault = self._out.get(version_id, (0, None))
        left_us = until - self._now()
        if fault is not None and left_us > 0:
            raise Refused(fault.code, fault.line, (left_us + ROUNDED_UP_US) // 1000)
