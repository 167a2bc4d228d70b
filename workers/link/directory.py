"""Look up in the store which gateways have a bot."""

import asyncio
import logging
import random
import time
from typing import Final

from arena.store import Store
from arena.store.errors import StoreUnavailableError

logger = logging.getLogger(__name__)
FRESH_FOR: Final = 1.0  # seconds; gateways renew their rows every two
WITHIN: Final = 0.5  # seconds to wait for the store before the older addresses are used


class Directory:
    """Finds the gateways of bots; caches the store's answer for a second, or longer while Postgres is away."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._known: dict[int, dict[str, int]] = {}
        self._asked: dict[int, tuple[float, asyncio.Task[None]]] = {}

    async def gateways_of(self, version_id: int) -> list[str]:
        """Return the addresses of the gateways that have a bot version, in random order weighted by its seats there."""
        now = time.monotonic()
        asked, looking = self._asked.get(version_id, (now, None))
        if looking is None or (looking.done() and now - asked > FRESH_FOR):
            looking = asyncio.create_task(self._look_up(version_id))
            self._asked[version_id] = (now, looking)
        await asyncio.wait({looking}, timeout=WITHIN)
        offered = self._known.get(version_id, {})
        return sorted(offered, key=lambda address: random.expovariate(offered[address]))

    async def _look_up(self, version_id: int) -> None:
        try:
            self._known[version_id] = (await self._store.play.gateways_of([version_id])).get(version_id, {})
        except StoreUnavailableError as error:
            logger.debug("the gateways cannot be looked up: %s", error)
