"""Renew the leases of this worker's blocks, and write the journals."""

import asyncio
import logging
import time
from collections.abc import Iterable
from typing import Final

from arena.store import Store
from arena.store.errors import JournalGapError, StoreError, StoreUnavailableError
from workers.link.link_pool import LinkPool
from workers.play.blocks import Block
from workers.play.games import LiveGame, PendingRow
from workers.play.played import Played

logger = logging.getLogger(__name__)
EVERY: Final = 1.0  # seconds between two renewals
AGAIN: Final = 0.5  # seconds between two attempts while Postgres is away
LOOK: Final = 0.1  # seconds between two checks for games that wait for their journals


class Leases:
    """Keeps the leases of the blocks under play; `idle` is set while there are no blocks.

    While Postgres is away, play goes on; the journals are written when Postgres is back. *lease*: the length of a lease
    in seconds.

    Attributes:
        claims: How many blocks were added.
        writes: How often leases were renewed and journals written, in *writing_s* seconds in all.
    """

    def __init__(self, store: Store, links: LinkPool, worker: str, lease: float) -> None:
        self.blocks: set[Block] = set()
        self.idle = asyncio.Event()
        self.idle.set()
        self._store = store
        self._links = links
        self._owed = False  # whether gateways must keep answers for a block's next worker
        self.left_answers = False  # whether gateways ever had to keep answers
        self._worker = worker
        self._lease = lease
        self._turn = asyncio.Lock()  # journal pieces must arrive in order
        self.writes, self.writing_s, self.claims = 0, 0.0, 0
        self._played_before = Played()

    def add(self, block: Block, claimed_at: float) -> None:
        """Add *block*, claimed at *claimed_at* (monotonic) or later; stop an older lease of the same block."""
        block.held_until = claimed_at + self._lease
        for other in list(self.blocks):
            if other.claim.block_id == block.claim.block_id:
                other.stop(lease_lost=True)
        self.blocks.add(block)
        self.claims += 1
        self.idle.clear()

    def remove(self, block: Block) -> None:
        """Remove *block*, whose play has ended, and keep its totals."""
        self.blocks.discard(block)
        block.add_to(self._played_before)
        if block.owes_answers:
            self._owed = self.left_answers = True
        if not self.blocks:
            self.idle.set()

    def played(self) -> Played:
        """Return the totals of all games that this worker has played so far."""
        found = Played()
        found.add(self._played_before)
        for block in self.blocks:
            block.add_to(found)
        return found

    async def run(self) -> None:
        """Renew leases and write journals for as long as the worker lives."""
        was_away = False
        while True:
            await (asyncio.sleep(AGAIN) if was_away else self._until_due())
            try:
                await self._renew(list(self.blocks), clean=False)
                was_away = False
            except StoreUnavailableError as error:
                if not was_away:
                    logger.warning("playing on without Postgres: %s", error)
                was_away = True
            except JournalGapError as gap:
                self._drop(gap)
            except StoreError:
                logger.exception("journals cannot be written")

    async def _until_due(self) -> None:
        """Wait a second, or less if a game waits for its journal."""
        due = time.monotonic() + EVERY
        while time.monotonic() < due:
            await asyncio.sleep(LOOK)
            if any(block.waits_for_journal for block in self.blocks):
                return

    def _drop(self, gap: JournalGapError) -> None:
        logger.error("a block is dropped: %s", gap, exc_info=gap)
        for block in self.blocks:
            if gap.game_id in block.games:
                block.stop(lease_lost=True)
                self._owed = True

    async def keep_clean(self, block: Block) -> None:
        """Write the clean journals of *block*, whose play has stopped. Raises `StoreUnavailableError`."""
        await self._renew([block], clean=True)

    async def _renew(self, blocks: list[Block], clean: bool) -> None:
        async with self._turn:
            blocks = [block for block in blocks if not block.lease_lost]
            read = [] if clean else self._links.count_read()
            written = list(_write(blocks, clean))
            now = time.monotonic()
            lost = (
                await self._store.play.renew(
                    self._worker,
                    [(block.claim.block_id, block.claim.lease_number) for block in blocks],
                    [writing.row for _, writing in written],
                    self._lease,
                )
                if blocks
                else set()
            )
            if blocks:
                self.writes += 1
                self.writing_s += time.monotonic() - now
            for block in blocks:
                if block.claim.block_id not in lost:
                    block.held_until = now + self._lease
                elif block in self.blocks:
                    logger.warning("block %d is another worker's now: its lease has ended", block.claim.block_id)
                    block.stop(lease_lost=True)
                    self._owed = True
            if read:
                self._links.mark_columns(read, keep=self._owed)
                self._owed = False
            for game, writing in written:
                if writing.row.block_id not in lost:
                    game.keep(writing)


def _write(blocks: Iterable[Block], clean: bool) -> Iterable[tuple[LiveGame, PendingRow]]:
    for block in blocks:
        for game in block.games.values():
            if writing := game.write(clean):
                yield game, writing
