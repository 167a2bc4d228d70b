"""Limit unknown callers: at once, by address, and by attempts."""

import logging
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

import grpc

from arena.guards.bucket import Buckets
from arena.guards.limits import STRANGERS, STRANGERS_BURST, STRANGERS_RATE
from arena.guards.monotonic import Now
from arena.guards.refused import Refused

log = logging.getLogger("arena.gateway")

RETRY_MS: Final = 1000
TELL_EVERY_US: Final = 10_000_000


class Strangers:
    """The callers of one service whose token is not looked up yet.

    *tries*: how often each address may fail; as often as at a gateway where none are given.
    """

    def __init__(self, now: Now, tries: Buckets[str] | None = None) -> None:
        self._now = now
        self._from: Counter[str] = Counter()
        self._tries = tries or Buckets(STRANGERS_BURST, STRANGERS_RATE, now)
        self._refused = 0
        self._told_at = -TELL_EVERY_US

    @contextmanager
    def one_more(self, address: str) -> Iterator[None]:
        """Count *address* as a stranger while the block runs.

        A block that ends without an exception made the caller known: its try is given back.
        Raises `Refused` where too many are unknown, or *address* has failed too often.
        """
        if self._from.total() >= STRANGERS or self._from[address] >= STRANGERS // 2 or not self._tries.take(address):
            self._note_refused(address)
            line = (
                f"too many callers here, or at your address, are not known yet: dial again in {RETRY_MS // 1000} second"
            )
            raise Refused(grpc.StatusCode.RESOURCE_EXHAUSTED, line, RETRY_MS)
        self._from[address] += 1
        try:
            yield
            self._tries.give_back(address)
        finally:
            self._from[address] -= 1
            self._from += Counter()  # drops those with none left

    def _note_refused(self, address: str) -> None:
        """Log refusals as a count: a flood must not fill the disk."""
        self._refused += 1
        if self._now() - self._told_at >= TELL_EVERY_US:
            self._told_at = self._now()
            log.warning("%d calls of strangers were refused so far, the last from %s", self._refused, address)
