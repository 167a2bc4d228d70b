"""Limit how often known callers, and addresses, make calls, and how many run at once."""

import asyncio
from typing import Final
from weakref import WeakValueDictionary

from grpc import StatusCode

from arena.guards.bucket import Buckets
from arena.guards.limits import CALLS_AT_ONCE, CALLS_BURST, CALLS_RATE
from arena.guards.monotonic import monotonic_us
from arena.guards.refused import Refused
from arena.store.accounts.rows import Principal

CALLS_RETRY_MS: Final = 1000


class Rates:
    """The calls of each owner, of all operators together, and of each address that shows no token."""

    def __init__(self) -> None:
        self._calls: Buckets[int | str | None] = Buckets(CALLS_BURST, CALLS_RATE, monotonic_us)
        self._turns: WeakValueDictionary[tuple[str, int | str], asyncio.Semaphore] = WeakValueDictionary()

    def turn(self, caller: Principal, address: str = "") -> asyncio.Semaphore:
        """Return what a call of *caller* holds while it runs: `CALLS_AT_ONCE` may, the others wait.

        *address* tells apart the callers who are not owners. A call may compute for a second: those of
        one caller must not take all threads and connections.
        """
        key = (caller.scope, counted_as(caller) or address)
        return self._turns.setdefault(key, asyncio.Semaphore(CALLS_AT_ONCE))

    def count(self, caller: Principal) -> None:
        """Count a call of somebody who is known. Raises `Refused` where there were too many."""
        self._count(counted_as(caller), "with this token")

    def count_address(self, address: str) -> None:
        """Count a call that takes no token. Raises `Refused` where there were too many."""
        self._count(address, "from this address")

    def _count(self, key: int | str | None, by: str) -> None:
        if not self._calls.take(key):
            line = f"more than {CALLS_RATE} calls a second {by}: wait a moment, then call again"
            raise Refused(StatusCode.RESOURCE_EXHAUSTED, line, CALLS_RETRY_MS)


def counted_as(caller: Principal) -> int | None:
    """Return by whom calls are counted.

    An owner's id, or None for all operators together.
    """
    return caller.owner_id if caller.scope == "owner" else None
