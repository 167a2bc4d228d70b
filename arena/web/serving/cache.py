"""Cache values, so that many readers cost as little as one."""

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Hashable
from dataclasses import dataclass, field
from time import monotonic
from typing import Final, Generic, TypeVar

T = TypeVar("T")

FRESH: Final = 2.0  # seconds; a younger value is returned without a check
USABLE: Final = 15.0  # seconds; a younger value is returned while a new one is made
ANYWAY: Final = 30.0  # seconds; an older value is made again even if its version has not changed
MAX_WEIGHT: Final = 300  # number of values that are kept, unless a cache weighs its values

Making = Callable[[], Awaitable[T]]  # makes a value


@dataclass
class _Entry(Generic[T]):
    value: T | None = None
    weight: int = 0
    version: object = None
    made_at: float = float("-inf")
    checked_at: float = float("-inf")  # when the value was made, or its version was last found unchanged
    making: "asyncio.Task[T] | None" = field(default=None)  # the task that makes the next value


class Cache(Generic[T]):
    """Store values by key; at most one task at a time makes the value of a key.

    A value older than `FRESH` is made again in the background; a reader waits only if it is older than `USABLE`.
    Errors are not stored, but raised to waiting readers. *most*: maximum of the sum of all weights, which *weigh*
    returns. If the sum exceeds it, the least recently used values are dropped.
    """

    def __init__(
        self, now: Callable[[], float] = monotonic, most: int = MAX_WEIGHT, weigh: Callable[[T], int] = lambda _: 1
    ) -> None:
        self._now = now
        self._most = most
        self._weigh = weigh
        self._weight = 0
        self._entries: OrderedDict[Hashable, _Entry[T]] = OrderedDict()

    async def get(self, key: Hashable, make: Making[T], version: Making[object] | None = None) -> T:
        """Return the value of *key*, which *make* makes.

        *version*: returns quickly a version of the value. While the version is equal, the value is not made again
        before it is older than `ANYWAY`. Raises the errors of *make* and *version*.
        """
        entry = self._entries.setdefault(key, _Entry())
        self._entries.move_to_end(key)
        age = self._now() - entry.checked_at
        if entry.value is not None and age < FRESH:
            return entry.value
        if entry.making is None:
            entry.making = asyncio.create_task(self._make(key, entry, make, version))
            # Asyncio logs an exception that nobody retrieves, and perhaps nobody awaits the task.
            entry.making.add_done_callback(lambda task: task.cancelled() or task.exception())
        if entry.value is not None and age < USABLE:
            return entry.value
        return await asyncio.shield(entry.making)

    async def _make(self, key: Hashable, entry: _Entry[T], make: Making[T], version: Making[object] | None) -> T:
        start = self._now()
        try:
            now = await version() if version else None
            is_same = version is not None and (now is entry.version or now == entry.version)
            if entry.value is None or not is_same or start - entry.made_at >= ANYWAY:
                entry.value, entry.version, entry.made_at = await make(), now, start
                self._put(key, entry)
            entry.checked_at = start
            return entry.value
        except BaseException:
            if self._entries.get(key) is entry:
                self._drop(key)
            raise
        finally:
            entry.making = None

    def _put(self, key: Hashable, entry: _Entry[T]) -> None:
        """Weigh the new value of *entry*, and drop others if necessary; do nothing if *entry* was dropped meanwhile."""
        if self._entries.get(key) is not entry or entry.value is None:
            return
        self._weight -= entry.weight
        entry.weight = self._weigh(entry.value)
        self._weight += entry.weight
        while self._weight > self._most:
            self._drop(next(iter(self._entries)))

    def _drop(self, key: Hashable) -> None:
        self._weight -= self._entries.pop(key).weight
