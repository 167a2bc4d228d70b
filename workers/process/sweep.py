"""Every five seconds: say that this worker lives, and send wake-ups for what waits."""

import asyncio
import logging
from collections.abc import Callable
from typing import Final

from arena.store import Store
from arena.store.errors import StoreUnavailable

logger = logging.getLogger(__name__)
EVERY: Final = 5.0  # seconds


async def sweep_for_ever(store: Store, worker: str, wake: Callable[[int, str], None]) -> None:
    """Say that *worker* lives, let the store look for what waits, and send as many wake-ups; *wake* may block.

    Postgres may be away.
    """
    was_away = False
    while True:
        try:
            await store.play.see_worker(worker)
            await asyncio.sleep(EVERY)
            waiting = await store.tend()
            was_away = False
        except StoreUnavailable as error:
            if not was_away:
                logger.warning("no sweep: %s", error)
            was_away = True
            await asyncio.sleep(EVERY)
            continue
        for family, count in waiting.items():
            await asyncio.to_thread(wake, count, family)
