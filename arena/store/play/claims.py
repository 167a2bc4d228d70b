"""Lease blocks to workers and reserve the bots' seats; each claim has a new lease number."""

import secrets
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from psycopg.rows import TupleRow
from psycopg.types.json import Jsonb

from arena.league.pairs import seat_order
from arena.league.ratings.matchpoints import table_of
from arena.store.database import Connection, fetch, run
from arena.store.play.journals import journals_of
from arena.store.play.leases import Leases, end_if_over, fail
from arena.store.play.presence import read_answers
from arena.store.play.rows import Claim, ClaimedBoard, ClaimedGame, Journal, SpilledAnswers

TABLES = 16  # maximum of a block's tables at once, even if more seats are free


@dataclass(frozen=True)
class _Block:
    """A locked block that a worker may claim. *line_up*: the version ids of its bots. *attempts*: earlier claims."""

    id: int
    line_up: list[int]
    attempts: int
    variant: str
    options: dict[str, Any]
    revision: int
    seats_each: int  # seats of each entrant at a table
    tables_per_board: int  # above 1: the board's games are played at once; 1: its rotations follow one another
    move_us: int
    bank_us: int
    auto_single: bool


@dataclass(frozen=True)
class _Board:
    """An open board of a block. *attempt*: how often the board was voided. *line_up*: version ids in circular order."""

    id: int
    number: int
    attempt: int
    seed: bytes
    line_up: list[int]
    sitting: list[int] | None  # as in arena/league/pairs.py; None without pairs
    tables_per_board: int

    @property
    def games(self) -> int:
        return len(self.line_up) if self.tables_per_board == 1 else self.tables_per_board

    def sitters(self, seats_each: int) -> list[int]:
        """Return version ids: those in the first seat of each side, then those in the second seats."""
        return self.sitting or self.line_up * seats_each

    def seat_order(self, game: int, seats_each: int) -> list[int]:
        """Return the version id in each seat of rotation or table *game*, before a "draw" of seats."""
        sitters = self.sitters(seats_each)
        if self.tables_per_board == 1:
            return seat_order(sitters, len(self.line_up), game)
        return seat_order(table_of(sitters, self.tables_per_board, game), len(self.line_up) // self.tables_per_board, 0)


class Claims(Leases):
    """Let workers claim blocks and keep their leases."""

    async def claim(self, worker: str, lease: float, families: Sequence[str] | None = None) -> Claim | None:
        """Lease a playable block to *worker* for *lease* seconds; None if no block is playable.

        *families*: only blocks of these families of variants; None: all. Tournaments of the highest priority come
        first; tournaments of equal priority share the tables (`tournaments_in_turn`). Within a tournament the oldest
        block comes first.

        Each try is one transaction. It skips blocks that other sessions claim now, and a block that has failed too
        often or lacks free seats. The next try has a new transaction, so that a claim never locks the bots of two
        blocks.
        """
        passed: list[int] = []
        while True:
            async with self.transaction() as connection:
                await run(connection, "plan_once")
                locked = await fetch(connection, _Block, "lock_claimable", passed=passed, families=families)
                if not locked:
                    return None
                claim = await self._take(connection, locked[0], worker, lease)
            if claim is not None:
                return claim
            passed.append(locked[0].id)

    async def _take(self, connection: Connection, block: _Block, worker: str, lease: float) -> Claim | None:
        """Lease a locked block; None if it lacks seats, has failed too often, or is over."""
        if block.attempts >= self.attempt_limit:
            if not await end_if_over(connection, block.id):
                await fail(connection, block.id, None)
            return None
        async with connection.pipeline():
            opened = await run(connection, "open_boards", block_id=block.id)
            begun = await run(connection, "games_of_block", block_id=block.id)
            await run(connection, "lock_versions", version_ids=block.line_up)
            seats = {"variant": block.variant, "version_ids": block.line_up, "block_id": block.id}
            free = await run(connection, "free_seats", **seats)
        boards = [_Board(*row) for row in await opened.fetchall()]
        if not boards:
            await end_if_over(connection, block.id)
            return None
        line_ups = (Counter(board.sitters(block.seats_each)) for board in boards)  # two in a gate's block
        each = {version: seats for line_up in line_ups for version, seats in line_up.items()}
        tables = _free_tables(block, each, len(boards), dict(await free.fetchall()))
        if tables == 0:
            return None
        rows = await begun.fetchall()
        dealt = {board_id for board_id, *_ in rows}
        missing = [game for board in boards if board.id not in dealt for game in _new_games(board, block.seats_each)]
        taken = {"version_ids": list(each), "seats": [tables * count for count in each.values()]}
        async with connection.pipeline():
            leased = await run(connection, "lease_block", block_id=block.id, worker=worker, lease=lease, tables=tables)
            await run(connection, "play_boards", block_id=block.id)
            await run(connection, "free_block_seats", block_ids=[block.id])  # of an expired lease
            await run(connection, "take_seats", block_id=block.id, **taken)
            added = await run(connection, "add_games", games=Jsonb(missing))
            await run(connection, "note_passed_over", block_id=block.id)
            asked = await run(connection, "any_columnar", version_ids=block.line_up)
            confined = await run(connection, "submitted_of", version_ids=list(each))
        ((lease_number,),), ((columnar,),) = await leased.fetchall(), await asked.fetchall()
        journals = await journals_of(connection, [game_id for _, _, game_id, _ in rows])
        answers = await read_answers(connection, _uncertain_seats(rows, journals))
        games = _group_games(block, boards, sorted(rows + await added.fetchall()), journals, answers)
        return Claim(
            block_id=block.id,
            lease_number=lease_number,
            variant=block.variant,
            options=block.options,
            revision=block.revision,
            move_us=block.move_us,
            bank_us=block.bank_us,
            auto_single=block.auto_single,
            tables=tables,
            side_by_side=block.tables_per_board > 1,
            columnar=columnar,
            submitted=frozenset(version for (version,) in await confined.fetchall()),
            boards=[ClaimedBoard(each.id, each.number, each.attempt, each.seed, games[each.id]) for each in boards],
        )


def _free_tables(block: _Block, each: Mapping[int, int], boards: int, free: Mapping[int, int]) -> int:
    """Return how many open *boards* can be played at once. *each*: seats per board; *free*: seats, by version id.

    The bots' rows are locked, so the number stays true until the claim is stored.
    """
    most = max(1, TABLES // block.tables_per_board)
    return max(0, min(most, boards, *(int(free.get(version, 0)) // seats for version, seats in each.items())))


def _uncertain_seats(rows: Sequence[TupleRow], journals: Mapping[int, Journal | None]) -> list[int]:
    """Return the seat ids of games whose journals may lack answers. *rows*: as in `_group_games`."""
    unclean = [
        seat_ids for _, _, game_id, seat_ids in rows if not ((journal := journals.get(game_id)) and journal.clean)
    ]
    return [seat_id for seat_ids in unclean for seat_id in seat_ids]


def _group_games(
    block: _Block,
    boards: Sequence[_Board],
    rows: Sequence[TupleRow],
    journals: Mapping[int, Journal | None],
    answers: Mapping[int, list[SpilledAnswers]],
) -> Mapping[int, list[ClaimedGame]]:
    """Return the games of each board, by board id. *rows*: (board id, rotation, game id, seat ids)."""
    known = {board.id: board for board in boards}
    games: dict[int, list[ClaimedGame]] = defaultdict(list)
    for board_id, rotation, game_id, seat_ids in rows:
        players = known[board_id].seat_order(rotation, block.seats_each)
        own = {seat_id: answers[seat_id] for seat_id in seat_ids if seat_id in answers}
        games[board_id].append(ClaimedGame(game_id, rotation, players, seat_ids, journals.get(game_id), own))
    return games


def _new_games(board: _Board, seats_each: int) -> list[dict[str, Any]]:
    """Return the parameters of `add_games`. Seat ids are random, so that they reveal no board, opponent or seat."""
    return [
        {
            "board_id": board.id,
            "rotation": rotation,
            "attempt": board.attempt,
            "seat_ids": [1 + secrets.randbelow(2**63 - 1) for _ in board.seat_order(rotation, seats_each)],
        }
        for rotation in range(board.games)
    ]
