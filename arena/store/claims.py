"""Claims: a worker takes the oldest block that can be played now, with seats for its bots, under a new token."""

import secrets
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from arena.store.database import Connection, Database, fetch, run, run_all, value
from arena.store.journals import Piece, joined
from arena.store.leases import poison
from arena.store.rows import Claim, ClaimedBoard, ClaimedGame, Journal

TABLES = 16  # of a block that may be open at once, whatever seats are free


@dataclass(frozen=True)
class _Block:
    """A locked block that could be claimed."""

    id: int
    line_up: list[int]
    attempts: int
    variant: str
    options: dict[str, Any]
    revision: int
    seats_each: int  # that each bot of the line-up has at a table
    move_us: int
    bank_us: int
    auto_single: bool


@dataclass(frozen=True)
class _Board:
    """An open board of a block."""

    id: int
    number: int
    attempt: int
    seed: bytes
    line_up: list[int]


class Claims(Database):
    """How blocks get to workers."""

    async def claim(self, worker: str, lease: float) -> Claim | None:
        """Lease a block to *worker* for *lease* seconds; None when there is nothing to play now.

        One transaction. A block that somebody else takes at this moment, that turns out to lack seats once its bots'
        rows are locked, or that is to be set aside, is passed by, and the next is tried in a fresh transaction: a
        claim never holds the bots of two blocks.
        """
        passed: list[int] = []
        while True:
            async with self.transaction() as connection:
                block_id = await value(connection, "next_claimable", passed=passed)
                if block_id is None:
                    return None
                locked = await fetch(connection, _Block, "lock_claimable", block_id=block_id)
                claim = await self._take(connection, locked[0], worker, lease) if locked else None
            if claim is not None:
                return claim
            passed.append(block_id)

    async def _take(self, connection: Connection, block: _Block, worker: str, lease: float) -> Claim | None:
        """Lease a locked block, or say None: it has no seats, or failed too often."""
        if block.attempts >= self.attempt_limit:
            await poison(connection, block.id, None)
            return None
        boards = await fetch(connection, _Board, "open_boards", block_id=block.id)
        tables = await _free_tables(connection, block, len(boards))
        if tables == 0:
            return None
        token = await value(connection, "lease_block", block_id=block.id, worker=worker, lease=lease, tables=tables)
        await run(connection, "play_boards", block_id=block.id)
        await _take_seats(connection, block, tables)
        games = await _games(connection, block, boards)
        await run(connection, "note_passed_over", block_id=block.id)
        return Claim(
            block_id=block.id,
            token=token,
            variant=block.variant,
            options=block.options,
            revision=block.revision,
            move_us=block.move_us,
            bank_us=block.bank_us,
            auto_single=block.auto_single,
            tables=tables,
            boards=[ClaimedBoard(each.id, each.number, each.attempt, each.seed, games[each.id]) for each in boards],
        )


def seat_order(line_up: Sequence[int], rotation: int, seats_each: int = 1) -> list[int]:
    """Who would sit in each seat before a "draw": rotation r puts player j of the line-up at (j + r) mod n.

    Where partners play, n is the number of sides: a player has every n-th seat.
    """
    return [line_up[(seat - rotation) % len(line_up)] for seat in range(len(line_up) * seats_each)]


async def _free_tables(connection: Connection, block: _Block, boards: int) -> int:
    """For how many tables every bot has seats; the bots stay locked, so it is true until the claim is stored."""
    versions = sorted(block.line_up)
    await run(connection, "lock_versions", version_ids=versions)
    cursor = await run(connection, "free_seats", variant=block.variant, version_ids=versions)
    free: dict[int, int] = {version: int(seats) async for version, seats in cursor}
    return max(0, min(TABLES, boards, *(free.get(version, 0) // block.seats_each for version in versions)))


async def _take_seats(connection: Connection, block: _Block, tables: int) -> None:
    """Write down what the block holds, in place of what an expired lease of it held."""
    await run(connection, "free_block_seats", block_id=block.id)
    seats = [
        {"block_id": block.id, "version_id": version, "seats": tables * block.seats_each} for version in block.line_up
    ]
    await run_all(connection, "take_seats", seats)


async def _games(connection: Connection, block: _Block, boards: Sequence[_Board]) -> Mapping[int, list[ClaimedGame]]:
    """The games of the boards by board; made at the first claim of a board's attempt."""
    found = await (await run(connection, "games_of_block", block_id=block.id)).fetchall()
    have = {board_id for _, board_id, _, _ in found}
    missing = [board for board in boards if board.id not in have]
    if missing:
        await run_all(
            connection, "add_game", [game for board in missing for game in _new_games(board, block.seats_each)]
        )
        found = await (await run(connection, "games_of_block", block_id=block.id)).fetchall()
    journals = await _journals(connection, [game_id for game_id, *_ in found])
    line_ups = {board.id: board.line_up for board in boards}
    games: dict[int, list[ClaimedGame]] = defaultdict(list)
    for game_id, board_id, rotation, seat_ids in found:
        players = seat_order(line_ups[board_id], rotation, block.seats_each)
        games[board_id].append(ClaimedGame(game_id, rotation, players, seat_ids, journals.get(game_id)))
    return games


def _new_games(board: _Board, seats_each: int) -> list[dict[str, Any]]:
    """A game for each rotation. Seat ids are random: none tells of a board, an opponent or another seat."""
    return [
        {
            "board_id": board.id,
            "rotation": rotation,
            "attempt": board.attempt,
            "seat_ids": [1 + secrets.randbelow(2**63 - 1) for _ in board.line_up * seats_each],
        }
        for rotation in range(len(board.line_up))
    ]


async def _journals(connection: Connection, game_ids: list[int]) -> dict[int, Journal | None]:
    pieces: dict[int, list[Piece]] = defaultdict(list)
    for piece in await fetch(connection, Piece, "journal_pieces", game_ids=game_ids):
        pieces[piece.game_id].append(piece)
    return {game_id: joined(written) for game_id, written in pieces.items()}
