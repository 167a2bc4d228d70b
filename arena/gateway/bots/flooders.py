"""Bot versions that were closed for a flood, and for how long."""

from typing import Final

from arena.gateway.seats.faults import AtFault
from arena.guards.auth import Refused
from arena.guards.limits import Now

ROUNDED_UP_US: Final = 999  # so that a bot that waits exactly as long as it was told is let in


class Flooders:
    """The flooders of one gateway; their other open streams are left alone."""

    def __init__(self, now: Now) -> None:
        self._now = now
        self._out: dict[int, tuple[int, AtFault]] = {}  # version -> until when (us), and for what

    def keep_out(self, version_id: int, fault: AtFault) -> None:
        """Keep the version out for the time that *fault* gives, if any."""
        now = self._now()
        self._out = {version: kept for version, kept in self._out.items() if kept[0] > now}
        if fault.retry_ms is not None:
            self._out[version_id] = now + 1000 * fault.retry_ms, fault

    def check(self, version_id: int) -> None:
        """Raise `Refused`, with the time left, if the version comes too early."""
        until, fault = self._out.get(version_id, (0, None))
        left_us = until - self._now()
        if fault is not None and left_us > 0:
            raise Refused(fault.code, fault.line, (left_us + ROUNDED_UP_US) // 1000)
