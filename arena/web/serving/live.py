"""Send changes of pages to browsers that follow them; each change is rendered once for all followers."""

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

POLL_INTERVAL: Final = 1.0  # seconds between two looks for a change
RETRY_MS: Final = 30_000  # milliseconds after which a refused follower may try again


@dataclass
class _Topic(Generic[T]):
    followers: int = 0
    text: T | None = None
    number: int = 0
    change: asyncio.Condition = field(default_factory=asyncio.Condition)
    task: "asyncio.Task[None] | None" = None


class Live(Generic[T]):
    """Yield changing texts to followers, by key; one task per text polls it while it has followers.

    *stale*: text that is sent while the texts are unavailable; None: nothing is sent.
    """

    def __init__(self, stale: T | None = None) -> None:
        self._stale = stale
        self._topics: dict[Hashable, _Topic[T]] = {}
        self._followers: Counter[str] = Counter()  # number of followers by IP address

    def check(self, key: Hashable, address: str) -> None:
        """Raise `RefusedError` if too many followers read pages, in all or from the IP address *address*."""
        line = None
        if self._followers[address] >= WATCHERS_OF_ADDRESS:
            line = f"{WATCHERS_OF_ADDRESS} live pages are open from your address: close one first"
        elif self._followers.total() >= WATCHERS or (key not in self._topics and len(self._topics) >= WATCHED_PAGES):
            line = "too many readers follow live pages: reload the page to see changes"
        if line:
            raise RefusedError(StatusCode.RESOURCE_EXHAUSTED, line, RETRY_MS)

    async def follow(self, key: Hashable, address: str, make: Callable[[], Awaitable[T]]) -> AsyncIterator[T]:
        """Yield the text that *make* makes, now and after each change, until it fails; *address*: the follower's IP."""
        topic = self._topics.setdefault(key, _Topic())
        topic.followers += 1
        self._followers[address] += 1
        if topic.task is None:
            topic.task = asyncio.create_task(self._poll(topic, make))
        last = 0
        try:
            while await _has_next(topic, last):
                last = topic.number
                assert topic.text is not None
                yield topic.text
        finally:
            topic.followers -= 1
            self._followers[address] -= 1
            self._followers += Counter()  # removes addresses without followers
            if not topic.followers:
                topic.task.cancel()
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
                        return  # the tournament or bot that the page shows no longer exists
                    text = text if self._stale is None else self._stale
                if text != topic.text:
                    topic.text = text
                    topic.number += 1
                    async with topic.change:
                        topic.change.notify_all()
                await asyncio.sleep(POLL_INTERVAL)
        except Exception:
            log.exception("a live page failed")
        finally:
            async with topic.change:
                topic.change.notify_all()


async def _has_next(topic: _Topic[T], last: int) -> bool:
    """Wait for a text with another number than *last*; return False if there will be none."""
    task = topic.task
    assert task is not None, "the first follower starts the task"
    async with topic.change:
        await topic.change.wait_for(lambda: topic.number != last or task.done() or task.cancelling())
    return topic.number != last
