"""Add boards to a tournament: its first boards and later ones."""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, TypeVar

from arena.league.designs.lineups import Table
from arena.league.designs.neighbours import from_least
from arena.league.entrants import Entrant, members_of
from arena.league.ratings.matchpoints import sitting_at_tables
from arena.league.schedules.gate import GateBoard
from arena.league.schedules.schedule import Met, Sat, Schedule, ScheduledBoard
from arena.league.seeds.boards import commitment
from arena.store.database import QUERIES, Connection, fetch, run, select
from arena.store.errors import InvalidTournamentError, WrongStateError
from arena.store.names import unknown_tournament
from arena.store.seeds.epochs import EpochReason, begin_epoch

MAX_IN_ALL = 1_000_000  # boards per tournament; planning more would take minutes and gigabytes
AT_A_TIME = 20  # boards (under a millisecond) until other tasks of the loop run, as the loop measures bots' times
Board = TypeVar("Board", bound=ScheduledBoard | GateBoard)
MANY = 1000  # boards; from this number on Postgres has to update its planner statistics


@dataclass(frozen=True)
class Open:
    """A locked tournament to which boards can be added.

    *seed*: of the schedule. *boards_each*: boards for each line-up. *challengers*: in a gauntlet. *extended*: boards
    for each line-up that were added later. *boards*: the number of its boards, which are numbered from 0.
    """

    id: int
    name: str
    kind: str
    pool: str
    state: str
    seed: str
    boards_each: int
    allow_same_owner: bool
    challengers: int = 0
    extended: int = 0
    round: int = 1  # the last round with boards
    boards: int = 0
    is_drawn: bool = True  # False: the tournament waits for a beacon and has neither seed nor boards


class Appended(NamedTuple):
    """Boards that were added to a tournament: the number of the first one, and how many."""

    first: int
    boards: int


async def lock_to_append(connection: Connection, name: str) -> Open:
    """Return the tournament *name*, and lock it until the transaction ends.

    Raises `UnknownTournamentError`; `WrongStateError` if it is cancelled or its deals are not drawn.
    """
    rows = await fetch(connection, Open, "lock_to_append", name=name)
    if not rows:
        raise unknown_tournament(name)
    (row,) = rows
    if row.state == "cancelled":
        raise WrongStateError(f"tournament {name!r} is cancelled: it gets no more boards, create another")
    if not row.is_drawn:
        raise WrongStateError(
            f"tournament {name!r} is {row.state}, its deals are not drawn yet: try again once it runs"
        )
    return row


async def append(connection: Connection, name: str, schedule: Schedule, occasion: EpochReason) -> None:
    """Add the boards of *schedule* to a tournament, after its existing boards, as one epoch.

    *schedule*: its line-ups are of the tournament's entrants, its variants are the tournament's indices, and its board
    numbers start at 0. `turn` continues from `boards_had`. *occasion*: why the boards are added. A finished tournament
    runs again; the caller wakes the workers after the transaction. Raises the errors of `lock_to_append`, and
    `InvalidTournamentError` for too many boards or epochs.
    """
    into = await lock_to_append(connection, name)
    entrants, tables = await entrants_of(connection, into.id), await tables_of(connection, into.id)
    await store_boards(connection, into, entrants, tables, schedule, occasion)
    await run(connection, "go_on", tournament_id=into.id)


def check_most(boards: int) -> None:
    """Raise `InvalidTournamentError` if so many *boards* are too many for one tournament."""
    if boards > MAX_IN_ALL:
        raise InvalidTournamentError(f"boards: {boards} in all, and a tournament has at most {MAX_IN_ALL}: take fewer")


async def store_boards(
    connection: Connection,
    into: Open,
    entrants: Sequence[Entrant],
    tables: Sequence[Table],
    schedule: Schedule,
    occasion: EpochReason,
) -> None:
    """Add the boards of *schedule* to a locked tournament, in a new epoch.

    *tables*: by variant index. *occasion*: why they are added. Raises `InvalidTournamentError`.
    """
    check_most(into.boards + len(schedule))
    epoch = await begin_epoch(connection, into.id, entrants)
    pairs = members_of(entrants)

    def row(board: ScheduledBoard) -> tuple[Any, ...]:
        number, line_up = into.boards + board.number, list(board.line_up)
        variant, at = tables[board.variant].variant, tables[board.variant].tables_per_board
        turn = board.turn if at == 1 else number  # boards of several tables rarely repeat a line-up
        sitters = sitting_at_tables(line_up, at, pairs, turn)
        seed = epoch.promise(number, number, variant, at, line_up, sitters)
        return (number, line_up, sitters, seed, commitment(seed), at, None, "")

    await copy_boards(connection, into.id, into.round, epoch.index, schedule.blocks, schedule, row)
    await epoch.store(connection, occasion)
    if len(schedule) >= MANY:
        await run(connection, "analyze_schedule")


async def boards_had(connection: Connection, tournament_id: int) -> dict[Met, int]:
    """Return the number of existing boards, in any state, by variant index and set of places (order of entry)."""
    places = await _places(connection, tournament_id)
    rows = await select(connection, "boards_had", tournament_id=tournament_id)
    return {(variant, frozenset(places[version] for version in line_up)): count for variant, line_up, count in rows}


async def boards_sat(connection: Connection, tournament_id: int) -> dict[Sat, int]:
    """Return the number of existing boards, in any state, by variant index and circular order."""
    places = await _places(connection, tournament_id)
    sat: Counter[Sat] = Counter()
    for variant, line_up, count in await select(connection, "boards_sat", tournament_id=tournament_id):
        sat[variant, from_least([places[player] for player in line_up])] += count
    return sat


async def _places(connection: Connection, tournament_id: int) -> dict[int, int]:
    return {each.id: place for place, each in enumerate(await entrants_of(connection, tournament_id))}


async def entrants_of(connection: Connection, tournament_id: int) -> list[Entrant]:
    """Return a tournament's entrants in the order of entry."""
    rows = await select(connection, "entrants_of", tournament_id=tournament_id)
    return [Entrant(id_, owner, other, tuple(members)) for id_, owner, other, members in rows]


async def tables_of(connection: Connection, tournament_id: int) -> list[Table]:
    """Return the table (sides, weight, tables per board) of each variant, by the variant's index."""
    return await fetch(connection, Table, "tables_of", tournament_id=tournament_id)


async def copy_boards(
    connection: Connection,
    tournament_id: int,
    round_: int,
    epoch: int,
    blocks: int,
    boards: Iterable[Board],
    row: Callable[[Board], tuple[Any, ...]],
    also: Iterable[int] = (),
) -> None:
    """Store *boards* and their blocks by COPY, in round *round_* of epoch *epoch*.

    *blocks*: the number of blocks. *row*: returns the columns of a board after its block id, as in the query.
    *also*: players of each block who may be absent from its first board.
    """
    block_ids: dict[int, int] = {}
    free_ids = iter(await select(connection, "reserve_block_ids", count=blocks))
    async with connection.cursor() as cursor:
        async with cursor.copy(QUERIES["copy_blocks"]) as copy:
            async for board in in_turns(boards):
                if board.block not in block_ids:
                    (id_,) = next(free_ids)
                    block_ids[board.block] = id_
                    players = sorted({*board.line_up, *also})
                    await copy.write_row((id_, tournament_id, board.variant, players, round_, epoch))
        async with cursor.copy(QUERIES["copy_boards"]) as copy:
            async for board in in_turns(boards):
                await copy.write_row((tournament_id, block_ids[board.block], *row(board)))


async def in_turns(boards: Iterable[Board]) -> AsyncIterator[Board]:
    """Yield all boards, and let other tasks run after every `AT_A_TIME` boards."""
    for count, board in enumerate(boards):
        if count % AT_A_TIME == 0:
            await asyncio.sleep(0)
        yield board
