"""Follow what changes: made once, told to everybody who watches."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Hashable
from dataclasses import dataclass, field
from typing import Final

from grpc import StatusCode

from arena.guards.refused import Refused

EVERY: Final = 1.0  # seconds between two looks
MOST: Final = 2_000  # watchers of this process


@dataclass
class _Topic:
    followers: int = 0
    text: str = ""
    number: int = 0
    changed: asyncio.Condition = field(default_factory=asyncio.Condition)
    looking: "asyncio.Task[None] | None" = None


class Live:
    """Texts that change, by key; each is looked at by one task while somebody follows it."""

    def __init__(self) -> None:
        self._topics: dict[Hashable, _Topic] = {}
        self._followers = 0

    async def follow(self, key: Hashable, make: Callable[[], Awaitable[str]]) -> AsyncIterator[str]:
        """Yield the text of *key* at once, and then whenever *make* makes another.

        Raises `Refused` where `MOST` follow already, and what *make* raises.
        """
        if self._followers >= MOST:
            raise Refused(StatusCode.RESOURCE_EXHAUSTED, f"{MOST} readers watch live already: try again later", 30_000)
        topic = self._topics.setdefault(key, _Topic())
        topic.followers += 1
        self._followers += 1
        if topic.looking is None or topic.looking.done():
            topic.looking = asyncio.create_task(self._look(topic, make))
        seen = 0
        try:
            while True:
                await _another(topic, seen)
                if topic.number == seen:
                    await topic.looking  # raises what ended it
                    return
                seen = topic.number
                yield topic.text
        finally:
            topic.followers -= 1
            self._followers -= 1
            if not topic.followers:
                topic.looking.cancel()
                self._topics.pop(key, None)

    async def _look(self, topic: _Topic, make: Callable[[], Awaitable[str]]) -> None:
        try:
            while True:
                text = await make()
                if text != topic.text:
                    topic.text = text
                    topic.number += 1
                    async with topic.changed:
                        topic.changed.notify_all()
                await asyncio.sleep(EVERY)
        finally:
            async with topic.changed:
                topic.changed.notify_all()


async def _another(topic: _Topic, seen: int) -> None:
    """Wait until the text is another than number *seen*, or nobody looks any more."""
    async with topic.changed:
        await topic.changed.wait_for(
            lambda: topic.number != seen or (topic.looking is not None and topic.looking.done())
        )
