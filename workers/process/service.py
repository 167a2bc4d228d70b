"""Run the long-lived parts of a worker process: store, links, leases, sweeps."""

import asyncio
import logging
import os
import signal
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Final

from prometheus_client.core import Metric

from arena.logs import tracing
from arena.store import Store
from arena.store.errors import StoreError, StoreUnavailableError
from arena.store.play.rows import Claim
from workers.background import run_luck_worker, run_table_keeper
from workers.link.directory import Directory
from workers.link.link_pool import LinkPool
from workers.play.blocks import Block
from workers.play.lease import Leases
from workers.process.loop import read_metrics
from workers.process.settings import Settings

logger = logging.getLogger(__name__)
BLOCKS: Final = 1024  # The most simultaneous blocks, each with at least 8 tables of two seats.
TABLES: Final = 512  # The most simultaneous tables that are asked by rows: 32 threads with blocks of 16.
SWEEP: Final = 5.0  # Seconds between two sweeps.
LAST_CALL: Final = 3.0  # Seconds for which a stopping worker lets its blocks go on.
GIVE_BACK: Final = 1.5  # Seconds for which a stopping worker then waits for additional blocks.


class Service:
    """Claims blocks and plays several at once."""

    def __init__(self, settings: Settings, store: Store) -> None:
        self._settings = settings
        self._store = store
        self._links = LinkPool(settings.link_secret)
        self._directory = Directory(store)
        self._leases = Leases(store, self._links, settings.name, settings.lease)
        self._claiming = asyncio.Lock()
        self._stopping = False
        self._tasks: list[asyncio.Task[None]] = []
        self._additional: set[asyncio.Task[None]] = set()

    @classmethod
    async def open(cls, settings: Settings, wake: Callable[[int, Sequence[str]], None]) -> "Service":
        """Wait for Postgres, and start the service. *wake*: as for `run_sweeps`."""
        return cls.over(settings, await Store.open_when_up(settings.dsn), wake)

    @classmethod
    def over(cls, settings: Settings, store: Store, wake: Callable[[int, Sequence[str]], None]) -> "Service":
        """Start the service with *store*, which `close` closes. *wake*: as for `run_sweeps`."""
        service = cls(settings, store)
        service._tasks = [
            asyncio.create_task(service._leases.run(), name="leases"),
            asyncio.create_task(run_sweeps(store, settings.name, wake), name="sweep"),
            asyncio.create_task(run_luck_worker(store), name="luck"),
            asyncio.create_task(run_table_keeper(store), name="tables"),
            asyncio.create_task(service._links.unread.run(service._links, service._directory), name="unread"),
        ]
        for task in service._tasks:
            task.add_done_callback(_report)
        logger.info("worker %s is ready", settings.name)
        return service

    async def figures(self) -> list[Metric]:
        """Return the metrics of this worker."""
        return read_metrics(self._leases, self._store)

    async def play_block(self, family: str | None = None) -> bool:
        """Claim a block of *family* (None: any) and play it; return whether there was one.

        Starts additional blocks at the same time. A block may have a single table if many bots meet, and larger batches
        make each columnar decision cheaper.
        """
        claimed_at, claim = await self._claim(family)
        if claim is None:
            return False
        if self._has_room(claim):
            additional = asyncio.create_task(self._play_on(family), name=f"blocks next to {claim.block_id}")
            self._additional.add(additional)
            additional.add_done_callback(self._additional.discard)
            additional.add_done_callback(_report_additional)
        with tracing(block=claim.block_id, lease=claim.lease_number):
            await self._play(claim, claimed_at)
        return True

    def _has_room(self, *begun: Claim) -> bool:
        claims = [*begun, *(block.claim for block in self._leases.blocks)]
        return len(claims) < BLOCKS and sum(claim.tables for claim in claims if not claim.columnar) < TABLES

    async def _play_on(self, family: str | None) -> None:
        while self._has_room() and await self.play_block(family):
            pass

    async def _play(self, claim: Claim, claimed_at: float) -> None:
        logger.info(
            "block %d, lease %d: %s, %d boards", claim.block_id, claim.lease_number, claim.variant, len(claim.boards)
        )
        block = Block(claim, self._store, self._links, self._directory, self._settings.stuck_after)
        self._leases.add(block, claimed_at)
        try:
            await block.play(self._leases.keep_clean)
            await self._store.tournaments.judge_gates()
        except StoreError as error:
            logger.warning("block %d: %s", claim.block_id, error)
        finally:
            self._leases.remove(block)

    async def _claim(self, family: str | None) -> tuple[float, Claim | None]:
        """Claim a block; return the earliest start of its lease (monotonic, s), and the block or None."""
        # One claim at a time: many wake-ups must not occupy all connections, which the renewal of leases needs.
        async with self._claiming:
            began = time.monotonic()
            if self._stopping:
                return began, None
            try:
                claim = await self._store.play.claim(
                    self._settings.name, self._settings.lease, [family] if family else None
                )
                if claim is None or not self._stopping:
                    return began, claim
                await self._store.play.release(claim.block_id, claim.lease_number)
            except StoreUnavailableError as error:
                logger.warning("nothing is claimed: %s", error)
            return began, None

    async def stop(self) -> None:
        """Claim no more blocks; stop the blocks under play after a few seconds."""
        self._stopping = True
        with suppress(TimeoutError):
            await asyncio.wait_for(self._leases.idle.wait(), LAST_CALL)
        for block in list(self._leases.blocks):
            block.stop(lease_lost=False)

    async def close(self) -> None:
        """Close all parts of the service, after the stopped blocks have been given back."""
        if self._additional:
            await asyncio.wait(self._additional, timeout=LAST_CALL + GIVE_BACK)
        for task in (*self._tasks, *self._additional):
            task.cancel()
        await self._links.stop(is_clean=not self._leases.left_answers)
        with suppress(StoreUnavailableError):
            await self._store.play.drop_worker(self._settings.name)
        await self._store.close()


def _report(task: "asyncio.Task[None]") -> None:
    """End the worker when one of its long-lived tasks fails, because leases depend on these tasks."""
    if not task.cancelled() and (error := task.exception()):
        logger.critical("the worker's %s failed: it ends", task.get_name(), exc_info=error)
        os.kill(os.getpid(), signal.SIGTERM)


def _report_additional(playing: "asyncio.Task[None]") -> None:
    if not playing.cancelled() and (error := playing.exception()):
        logger.error("%s failed", playing.get_name(), exc_info=error)


async def run_sweeps(store: Store, worker: str, wake: Callable[[int, Sequence[str]], None]) -> None:
    """Report *worker* alive and send wake-ups for waiting blocks, for ever; wait while Postgres is away.

    *wake* gets a number and a tuple of families of variants, sends so many wake-ups to each, and may block.
    """
    was_away = False
    while True:
        try:
            await store.play.see_worker(worker)
            await asyncio.sleep(SWEEP)
            waiting = await store.tend()
            was_away = False
        except StoreUnavailableError as error:
            if not was_away:
                logger.warning("no sweep: %s", error)
            was_away = True
            await asyncio.sleep(SWEEP)
            continue
        for family, count in waiting.items():
            await asyncio.to_thread(wake, count, (family,))
