"""Which gateways have a bot, as the store last said."""

import asyncio
import logging
import time
from typing import Final

from arena.store import Store
from arena.store.errors import StoreUnavailable

logger = logging.getLogger(__name__)
FRESH_FOR: Final = 1.0  # seconds; gateways renew their rows every two


class Directory:
    """Answers from memory for a second, and for as long as Postgres is away."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._known: dict[int, list[str]] = {}
        self._asked: dict[int, tuple[float, asyncio.Task[None]]] = {}

    async def gateways_of(self, version_id: int) -> list[str]:
        """Link addresses of the live gateways that have the version, the one with most room first."""
        now = time.monotonic()
        if version_id not in self._asked or now - self._asked[version_id][0] > FRESH_FOR:
            self._asked[version_id] = (now, asyncio.create_task(self._look_up(version_id)))
        await asyncio.shield(self._asked[version_id][1])
        return self._known.get(version_id, [])

    async def _look_up(self, version_id: int) -> None:
        try:
            found = await self._store.gateways_of([version_id])
            self._known[version_id] = found.get(version_id, [])
        except StoreUnavailable as error:
            logger.warning("which gateways there are is not to be had: %s", error)
