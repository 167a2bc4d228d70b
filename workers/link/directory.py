"""Look up the gateways of a bot in the store."""

import asyncio
import logging
import random
import time
from typing import Final

from arena.store import Store
from arena.store.errors import StoreUnavailableError

logger = logging.getLogger(__name__)
FRESH_FOR: Final = 1.0  # seconds; gateways renew their rows every two
WITHIN: Final = 0.5  # seconds to wait for the store before an older answer is used


class Directory:
    """Caches answers for a second, and while Postgres is away."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._known: dict[int, dict[str, int]] = {}
        self._asked: dict[int, tuple[float, asyncio.Task[None]]] = {}

    async def gateways_of(self, version_id: int) -> list[str]:
        """Return link addresses of a version's gateways, in random order weighted by seats."""
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
            found = await self._store.play.gateways_of([version_id])
            self._known[version_id] = found.get(version_id, {})
        except StoreUnavailableError as error:
            logger.debug("the gateways cannot be looked up: %s", error)
