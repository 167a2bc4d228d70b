"""Let a worker with a valid lease renew it, store journals, void boards and return blocks."""

from collections.abc import Sequence
from dataclasses import asdict

from arena.handover import follows
from arena.league.seeds import epochs
from arena.league.seeds.boards import ATTEMPTS, EpochBoards
from arena.store.database import QUERIES, Connection, Room, first, run, run_all, select, value
from arena.store.errors import JournalGapError, LeaseLostError
from arena.store.play.journals import count_actions
from arena.store.play.rows import JournalRow


class Leases(Room):
    """Leases of blocks. An expired lease stays valid until another worker claims the block.

    Attributes: *attempt_limit*: claims of one block after which the block counts as failed.
    """

    attempt_limit = 20

    async def renew(
        self, worker: str, leases: Sequence[tuple[int, int]], journal: Sequence[JournalRow], lease: float
    ) -> set[int]:
        """Extend leases and store journal rows in one transaction; return the ids of lost blocks.

        *leases*: (block id, lease number), extended to *lease* seconds from now. Ignores journal rows of lost blocks,
        of other leases and of voided games. Raises `JournalGapError`.
        """
        async with self.transaction() as connection:
            locked_ids = await _lock_leases(connection, leases)
            await run(connection, "renew_leases", block_ids=sorted(locked_ids), worker=worker, lease=lease)
            lease_numbers = {block_id: number for block_id, number in leases if block_id in locked_ids}
            rows = [row for row in journal if lease_numbers.get(row.block_id) == row.lease_number]
            if rows:
                await _store_journal(connection, sorted(locked_ids), rows)
        return {block_id for block_id, _ in leases} - locked_ids

    async def release(self, block_id: int, lease_number: int, wait: float = 0) -> None:
        """Return a block without counting an attempt; nobody may claim it for *wait* seconds.

        Games and journals stay for the next worker. Does nothing if the lease is lost.
        """
        async with self.transaction() as connection:
            if await _lock_leases(connection, [(block_id, lease_number)]):
                await run(connection, "release_block", block_id=block_id, wait=wait)
                await return_blocks(connection, block_id)
                await end_if_over(connection, block_id)

    async def failed(self, block_id: int, lease_number: int, traceback: str) -> None:
        """Return a block after an internal error, to be claimed again a little later; store the *traceback*.

        At the limit of attempts the block fails. Does nothing if the lease is lost.
        """
        async with self.transaction() as connection:
            if not await _lock_leases(connection, [(block_id, lease_number)]):
                return
            if await value(connection, "attempts", block_id=block_id) >= self.attempt_limit:
                await fail(connection, block_id, traceback)
            else:
                await run(connection, "fail_attempt", block_id=block_id, traceback=traceback)
                await return_blocks(connection, block_id)
            await end_if_over(connection, block_id)

    async def void(self, board_id: int, lease_number: int, reason: str) -> None:
        """Void a board on which the arena failed, and delete its games; a repeated call changes nothing.

        The board gets its next seed; the eighth void cancels it, since it has no more seeds. The voided commitment and
        the *reason* stay public. The next commitment is published before the next game, since nobody can claim the
        board earlier.

        The block's other boards go on. When the block finishes, it becomes claimable again because of the voided board.
        Raises `LeaseLostError`.
        """
        async with self.transaction() as connection:
            row = await first(connection, "board_to_void", board_id=board_id)
            if row is None or not await _lock_leases(connection, [(row[0], lease_number)]):
                raise LeaseLostError(f"board {board_id}: its block is not leased under number {lease_number}: drop it")
            ((_, state, *deal),) = await select(connection, "board_to_void", board_id=board_id)
            if state != "playing":
                return
            await run(connection, "drop_games", board_id=board_id)
            await run(connection, "note_void", board_id=board_id, reason=reason)
            await run(connection, "void_board", board_id=board_id, seed=_next_seed(*deal))


def _next_seed(master: bytes, mix: bytes, epoch: int, deal: int, attempt: int) -> bytes | None:
    """Return the seed after *attempt* (from 0); None after the last one."""
    if attempt + 1 >= ATTEMPTS:
        return None
    epoch_seed = epochs.epoch_seed(mix, epochs.secret(master, epoch), epoch)
    return EpochBoards(epoch_seed).seed(deal, attempt + 1)


async def lock_lease(connection: Connection, block_id: int, lease_number: int) -> None:
    """Lock a block until the transaction ends. Raises `LeaseLostError` unless it is leased under *lease_number*."""
    if not await _lock_leases(connection, [(block_id, lease_number)]):
        raise LeaseLostError(f"block {block_id} is not leased under number {lease_number} any more: drop it")


async def return_blocks(connection: Connection, *block_ids: int) -> None:
    """Set the boards of blocks that are no longer leased to "owed", and free the blocks' seats."""
    await run(connection, "put_boards_back", block_ids=list(block_ids))
    await run(connection, "free_block_seats", block_ids=list(block_ids))


async def end_if_over(connection: Connection, block_id: int) -> bool:
    """End a locked block if it has no open boards, and its tournament if that was the last block.

    Returns whether the block has no open boards: the eighth void may cancel its last board.
    """
    if await value(connection, "has_open_boards", block_id=block_id):
        return False
    await return_blocks(connection, block_id)
    tournament_id, may_be_last = (await select(connection, "end_block", block_id=block_id))[0]
    if may_be_last:
        await end_with_last_block(connection, tournament_id)
    return True


async def end_with_last_block(connection: Connection, tournament_id: int) -> None:
    """Finish a tournament if all its blocks are over.

    Locks the tournament first: if two last blocks end at once, the second transaction sees the end of the first.
    """
    await run(connection, "lock_tournament", tournament_id=tournament_id)
    await run(connection, "end_tournament", tournament_id=tournament_id)


async def fail(connection: Connection, block_id: int, traceback: str | None) -> None:
    """Mark a locked block as failed; nobody claims it until an operator calls `retry_blocks`."""
    await run(connection, "fail_block", block_id=block_id, traceback=traceback)
    await return_blocks(connection, block_id)


async def _lock_leases(connection: Connection, leases: Sequence[tuple[int, int]]) -> set[int]:
    block_ids, numbers = [block_id for block_id, _ in leases], [number for _, number in leases]
    return {
        block_id for (block_id,) in await select(connection, "held_blocks", block_ids=block_ids, lease_numbers=numbers)
    }


async def _store_journal(connection: Connection, block_ids: list[int], rows: Sequence[JournalRow]) -> None:
    """Store journal rows of open games in locked blocks. Raises `JournalGapError` if a row leaves actions out."""
    game_ids = list({row.game_id for row in rows})
    boards, lengths = dict[int, int](), dict[int, int]()
    for game_id, board_id, length in await select(
        connection, "journal_lengths", game_ids=game_ids, block_ids=block_ids
    ):
        boards[game_id], lengths[game_id] = board_id, length
    async with connection.cursor() as copying, copying.copy(QUERIES["copy_journal"]) as copy:
        for row in rows:
            stored = lengths.get(row.game_id)
            if stored is None:
                continue
            if not follows(stored, row.start):
                line = f"game {row.game_id}: a piece starts at action {row.start}, {stored} are stored"
                raise JournalGapError(line, row.game_id)
            lengths[row.game_id] = upto = row.start + count_actions(row.actions)
            place = (row.game_id, boards[row.game_id], row.lease_number, row.start, upto)
            await copy.write_row((*place, row.actions, row.charges, row.state, row.clean))
    timeouts = [asdict(timeout) for row in rows if row.game_id in lengths for timeout in row.timeouts]
    if timeouts:
        await run_all(connection, "note_timeout", timeouts)
