"""Follow what changes: made once, told to everybody who watches."""

import asyncio
import logging
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Hashable
from dataclasses import dataclass, field
from typing import Final, Generic, TypeVar

from grpc import StatusCode

from arena.guards.auth import Refused
from arena.guards.limits import WATCHED_PAGES, WATCHERS, WATCHERS_OF_ADDRESS

T = TypeVar("T")

log = logging.getLogger(__name__)

EVERY: Final = 1.0  # seconds between two looks
AGAIN_MS: Final = 30_000


@dataclass
class _Topic(Generic[T]):
    followers: int = 0
    text: T | None = None
    number: int = 0
    changed: asyncio.Condition = field(default_factory=asyncio.Condition)
    looking: "asyncio.Task[None] | None" = None


class Live(Generic[T]):
    """Texts that change, by key; each is looked at by one task while somebody follows it."""

    def __init__(self) -> None:
        self._topics: dict[Hashable, _Topic[T]] = {}
        self._followers: Counter[str] = Counter()  # by address

    def check(self, key: Hashable, address: str) -> None:
        """Raise `Refused` where no more may follow: of that address, that many texts, or at all."""
        few = None
        if self._followers[address] >= WATCHERS_OF_ADDRESS:
            few = f"{WATCHERS_OF_ADDRESS} live pages are open at this address: close one of them first"
        elif self._followers.total() >= WATCHERS or (key not in self._topics and len(self._topics) >= WATCHED_PAGES):
            few = "too many readers watch live already: the page can be read without"
        if few:
            raise Refused(StatusCode.RESOURCE_EXHAUSTED, few, AGAIN_MS)

    async def follow(self, key: Hashable, address: str, make: Callable[[], Awaitable[T]]) -> AsyncIterator[T]:
        """Yield the text of *key* at once, and then whenever *make* makes another.

        It ends when *make* fails. While the store is away nothing comes.
        """
        topic = self._topics.setdefault(key, _Topic())
        topic.followers += 1
        self._followers[address] += 1
        if topic.looking is None:
            topic.looking = asyncio.create_task(self._look(topic, make))
        seen = 0
        try:
            while await _has_another(topic, seen):
                seen = topic.number
                assert topic.text is not None
                yield topic.text
        finally:
            topic.followers -= 1
            self._followers[address] -= 1
            self._followers += Counter()  # drops those with none left
            if not topic.followers:
                topic.looking.cancel()
                if self._topics.get(key) is topic:
                    del self._topics[key]

    async def _look(self, topic: _Topic[T], make: Callable[[], Awaitable[T]]) -> None:
        try:
            while True:
                text = topic.text
                try:
                    text = await make()
                except Refused as problem:
                    if problem.code is not StatusCode.UNAVAILABLE:
                        return  # what it is of is gone
                if text != topic.text:
                    topic.text = text
                    topic.number += 1
                    async with topic.changed:
                        topic.changed.notify_all()
                await asyncio.sleep(EVERY)
        except Exception:
            log.exception("a live page ended by a fault of ours")
        finally:
            async with topic.changed:
                topic.changed.notify_all()


async def _has_another(topic: _Topic[T], seen: int) -> bool:
    """Wait until the text is another than number *seen*; False where nobody looks any more."""
    looking = topic.looking
    assert looking is not None, "the first who follows begins it"
    async with topic.changed:
        await topic.changed.wait_for(lambda: topic.number != seen or looking.done() or looking.cancelling())
    return topic.number != seen
