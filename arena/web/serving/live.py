"""Follow pages that change: each is made once for all its watchers."""

import asyncio
import logging
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Hashable
from dataclasses import dataclass, field
from typing import Final, Generic, TypeVar

from grpc import StatusCode

from arena.guards.auth import RefusedError
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
    """Texts that change, by key; one task polls each while it has followers."""

    def __init__(self) -> None:
        self._topics: dict[Hashable, _Topic[T]] = {}
        self._followers: Counter[str] = Counter()  # by address

    def check(self, key: Hashable, address: str) -> None:
        """Raise `RefusedError` if there are too many followers, of this address or in all, or too many texts."""
        line = None
        if self._followers[address] >= WATCHERS_OF_ADDRESS:
            line = f"{WATCHERS_OF_ADDRESS} live pages are open from your address: close one first"
        elif self._followers.total() >= WATCHERS or (key not in self._topics and len(self._topics) >= WATCHED_PAGES):
            line = "too many readers follow live pages: reload the page to see changes"
        if line:
            raise RefusedError(StatusCode.RESOURCE_EXHAUSTED, line, AGAIN_MS)

    async def follow(self, key: Hashable, address: str, make: Callable[[], Awaitable[T]]) -> AsyncIterator[T]:
        """Yield the text of *key* now and whenever *make* returns another, until *make* fails."""
        topic = self._topics.setdefault(key, _Topic())
        topic.followers += 1
        self._followers[address] += 1
        if topic.looking is None:
            topic.looking = asyncio.create_task(self._poll(topic, make))
        seen = 0
        try:
            while await _has_another(topic, seen):
                seen = topic.number
                assert topic.text is not None
                yield topic.text
        finally:
            topic.followers -= 1
            self._followers[address] -= 1
            self._followers += Counter()  # drops counts of zero
            if not topic.followers:
                topic.looking.cancel()
                if self._topics.get(key) is topic:
                    del self._topics[key]

    async def _poll(self, topic: _Topic[T], make: Callable[[], Awaitable[T]]) -> None:
        try:
            while True:
                text = topic.text
                try:
                    text = await make()
                except RefusedError as problem:
                    if problem.code is not StatusCode.UNAVAILABLE:
                        return  # the subject of the page is gone
                if text != topic.text:
                    topic.text = text
                    topic.number += 1
                    async with topic.changed:
                        topic.changed.notify_all()
                await asyncio.sleep(EVERY)
        except Exception:
            log.exception("a live page failed")
        finally:
            async with topic.changed:
                topic.changed.notify_all()


async def _has_another(topic: _Topic[T], seen: int) -> bool:
    """Wait for another text than number *seen*; return False if the topic has ended."""
    looking = topic.looking
    assert looking is not None, "the first follower starts it"
    async with topic.changed:
        await topic.changed.wait_for(lambda: topic.number != seen or looking.done() or looking.cancelling())
    return topic.number != seen
