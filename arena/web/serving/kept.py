"""Keep what was made, so that a crowd of readers costs as much as one."""

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Hashable
from dataclasses import dataclass, field
from time import monotonic
from typing import Final, Generic, TypeVar

T = TypeVar("T")

FRESH: Final = 2.0  # seconds for which nobody makes a thing anew
USABLE: Final = 15.0  # seconds in which an old one is given while a new one is being made
ANYWAY: Final = 30.0  # seconds after which a thing is made anew, though its version is the same
MOST: Final = 300  # things

Making = Callable[[], Awaitable[T]]


@dataclass
class _Entry(Generic[T]):
    value: T | None = None
    weight: int = 0
    version: object = None
    made: float = float("-inf")
    looked: float = float("-inf")  # when it was made, or its version was found to be the same
    making: "asyncio.Task[T] | None" = field(default=None)


class Kept(Generic[T]):
    """Things by their keys, each made by one task at a time.

    What is younger than `FRESH` is given as it is. What is younger than `USABLE` is given too, and
    made anew behind the reader's back. For anything older its reader waits. What could not be made
    is not kept: who waits for it gets the exception. Together they weigh *most* at most, by
    *weigh*; what was asked for the longest ago goes first.
    """

    def __init__(
        self, now: Callable[[], float] = monotonic, most: int = MOST, weigh: Callable[[T], int] = lambda _: 1
    ) -> None:
        self._now = now
        self._most = most
        self._weigh = weigh
        self._weight = 0
        self._entries: OrderedDict[Hashable, _Entry[T]] = OrderedDict()

    async def get(self, key: Hashable, make: Making[T], version: Making[object] | None = None) -> T:
        """Return the thing of *key*, made by *make* where there is none to give.

        While *version* returns the same, it is made anew only after `ANYWAY`.
        """
        entry = self._entries.setdefault(key, _Entry())
        self._entries.move_to_end(key)
        age = self._now() - entry.looked
        if entry.value is not None and age < FRESH:
            return entry.value
        if entry.making is None:
            entry.making = asyncio.create_task(self._make(key, entry, make, version))
            entry.making.add_done_callback(_seen)
        if entry.value is not None and age < USABLE:
            return entry.value
        return await asyncio.shield(entry.making)

    async def _make(self, key: Hashable, entry: _Entry[T], make: Making[T], version: Making[object] | None) -> T:
        begun = self._now()
        try:
            now = await version() if version else None
            is_same = version is not None and (now is entry.version or now == entry.version)
            if entry.value is None or not is_same or begun - entry.made >= ANYWAY:
                entry.value, entry.version, entry.made = await make(), now, begun
                self._put(key, entry)
            entry.looked = begun
            return entry.value
        except BaseException:
            if self._entries.get(key) is entry:
                self._drop(key)
            raise
        finally:
            entry.making = None

    def _put(self, key: Hashable, entry: _Entry[T]) -> None:
        """Weigh what was made; drop others where it is too much. One that was dropped meanwhile stays so."""
        if self._entries.get(key) is not entry or entry.value is None:
            return
        self._weight -= entry.weight
        entry.weight = self._weigh(entry.value)
        self._weight += entry.weight
        while self._weight > self._most:
            self._drop(next(iter(self._entries)))

    def _drop(self, key: Hashable) -> None:
        self._weight -= self._entries.pop(key).weight


def _seen(task: "asyncio.Task[T]") -> None:
    """Take note of what ended *task*: where nobody waits for it, the next reader meets the same."""
    if not task.cancelled():
        task.exception()
