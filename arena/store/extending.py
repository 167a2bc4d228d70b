"""Round robins: planned whole, and extended later."""

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial

from arena.league.entrants import Entrant
from arena.league.errors import TooFewEntrants
from arena.league.lineups import Table, most_boards
from arena.league.schedule import Met, RoundRobin
from arena.store.appending import (
    MOST_BOARDS,
    Appended,
    Open,
    append,
    boards_had,
    entrants_of,
    lock_to_append,
    tables_of,
)
from arena.store.database import Connection, Database, run
from arena.store.errors import InvalidTournament, WrongState


class Extending(Database):
    """Tournaments that get more boards."""

    async def extend_tournament(self, name: str, more: int) -> Appended:
        """*more* boards for each line-up, in one transaction; a finished tournament runs again.

        Everything follows from the tournament's seed and settings and from what was added before.
        Raises `UnknownTournament`, `WrongState` for one that is cancelled or no round robin, `InvalidTournament`.
        """
        if not 1 <= more <= MOST_BOARDS:
            raise InvalidTournament(f"boards: {more} given, 1 to {MOST_BOARDS} more are accepted")
        async with self.transaction() as connection:
            found = await lock_to_append(connection, name)
            if found.kind != "round-robin":
                raise WrongState(f"tournament {name!r} is a {found.kind}: only a round robin gets more boards this way")
            await run(connection, "note_extended", tournament_id=found.id, more=more)
            return await complete(connection, replace(found, extended=found.extended + more))


async def complete(connection: Connection, found: Open) -> Appended:
    """Append what is missing of a round robin with these settings and entrants. Raises `InvalidTournament`."""
    rows = await (await run(connection, "late_and_gone", tournament_id=found.id)).fetchall()
    schedule = await round_robin(
        await entrants_of(connection, found.id),
        await tables_of(connection, found.id),
        found.boards_each,
        found.seed,
        found.allow_same_owner,
        more=found.extended,
        late=sum(late for late, _ in rows),
        gone=frozenset(place for place, (_, gone) in enumerate(rows) if gone),
        had=await boards_had(connection, found.id),
    )
    await append(connection, found.name, schedule)
    return Appended(found.boards, len(schedule))


async def round_robin(
    entrants: Sequence[Entrant],
    tables: Sequence[Table],
    boards: int,
    seed: str,
    allow_same_owner: bool,
    more: int = 0,
    late: int = 0,
    gone: frozenset[int] = frozenset(),
    had: Mapping[Met, int] | None = None,
) -> RoundRobin:
    """A round robin, planned in a thread; the parameters are its own. Raises `InvalidTournament`."""
    planned = sum(most_boards(len(entrants), table.bots, boards + more) for table in tables)
    if planned > MOST_BOARDS:
        raise InvalidTournament(
            f"boards: {boards + more} for each line-up of {len(entrants)} bots are up to {planned}, and a tournament"
            f" has at most {MOST_BOARDS}: take fewer boards, bots or variants"
        )
    plan = partial(RoundRobin, more=more, late=late, gone=gone, had=had or {})
    try:
        return await asyncio.to_thread(plan, entrants, tables, boards, seed, allow_same_owner)
    except TooFewEntrants as error:
        raise InvalidTournament(f"bots: {error}") from error
