"""Renew this gateway's rows in the store, check tokens, and sweep for waiting blocks."""

import asyncio
import logging
from collections.abc import Callable
from contextlib import suppress
from typing import Final

from arena.gateway.seats.hub import Hub
from arena.guards.auth import LiveTokens
from arena.store import Store
from arena.store.errors import StoreUnavailableError
from arena.store.play.rows import Instance

log = logging.getLogger("arena.gateway")

RENEW: Final = 2.0  # seconds between renewals; rows that are not renewed for 10 s count as gone
SWEEP: Final = 5.0  # seconds between sweeps
WAKE_UPS: Final = 4  # wake-ups sent when a bot process connects; a worker that finds no block to claim stops at once


class Presence:
    """Keeps the store's rows of one gateway current; *gateway* is the id of this process.

    *address*: the address at which workers reach it. *wake*: sends wake-ups to workers.
    """

    def __init__(
        self, hub: Hub, store: Store, live: LiveTokens, gateway: str, address: str, wake: Callable[..., None]
    ) -> None:
        self._hub = hub
        self._store = store
        self._live = live
        self._gateway = gateway
        self._address = address
        self._wake = wake
        self._changed = asyncio.Event()
        self._seen: frozenset[tuple[int, str]] = frozenset()
        self._is_away = False
        hub.changed = self._changed.set

    async def run(self) -> None:
        """Renew the rows and sweep until cancelled."""
        async with asyncio.TaskGroup() as group:
            group.create_task(self._keep_renewing())
            group.create_task(self._keep_sweeping())

    async def withdraw(self) -> None:
        """Remove this gateway's rows from the store, because the gateway stops."""
        try:
            await self._store.play.drop_gateway(self._gateway)
            await self._count_infractions()
        except StoreUnavailableError:
            log.warning("the store is away: the rows of this gateway stay until they expire")

    async def _keep_renewing(self) -> None:
        while True:
            self._changed.clear()
            try:
                await self._renew()
                await self._live.look()
                self._say(is_away=False)
            except StoreUnavailableError:
                self._say(is_away=True)
            with suppress(TimeoutError):
                async with asyncio.timeout(RENEW):
                    await self._changed.wait()

    async def _renew(self) -> None:
        rows = [
            Instance(each.name, each.version_id, each.max_seats, sorted(each.variants), each.is_columnar)
            for each in self._hub.connected
        ]
        await self._store.play.renew_gateway(self._gateway, self._address, rows, self._hub.time.lag_share())
        await self._count_infractions()
        seen = frozenset((row.version_id, row.instance) for row in rows)
        if seen - self._seen:
            self._wake(WAKE_UPS)
        self._seen = seen

    async def _count_infractions(self) -> None:
        counts = self._hub.take_infractions()
        try:
            await self._store.play.count_infractions(counts)
        except StoreUnavailableError:
            self._hub.infractions.give_back(counts)
            raise

    async def _keep_sweeping(self) -> None:
        while True:
            await asyncio.sleep(SWEEP)
            try:
                owed = await self._store.tend()
            except StoreUnavailableError:
                continue
            for family, count in owed.items():
                self._wake(count, [family])

    def _say(self, is_away: bool) -> None:
        if is_away != self._is_away:
            log.warning("the store is away: matches go on, bots cannot connect" if is_away else "the store is back")
        self._is_away = is_away
