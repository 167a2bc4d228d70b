"""Plan a tournament's first boards of each kind, and later boards of round robins and gauntlets."""

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from arena.league.designs.lineups import Table
from arena.league.entrants import Entrant
from arena.league.errors import TooFewEntrantsError
from arena.league.ratings.tally import LineUpTally
from arena.league.schedules.gauntlet import Gauntlet, most_boards_of
from arena.league.schedules.ladder import Terms
from arena.league.schedules.open_pool import OpenRoundRobin, open_boards, owners_of, tables_for
from arena.league.schedules.roundrobin import most_boards
from arena.league.schedules.rounds import ladder_schedule, swiss_schedule
from arena.league.schedules.schedule import RoundRobin, Schedule
from arena.rules import Rules, sides_of
from arena.store.database import Connection, Room, run, select
from arena.store.errors import InvalidTournamentError, WrongStateError
from arena.store.seeds.epochs import EpochReason
from arena.store.tournaments.appending import (
    MAX_IN_ALL,
    Appended,
    Open,
    append,
    boards_sat,
    check_most,
    entrants_of,
    lock_to_append,
    tables_of,
)
from arena.wire.gen.tournaments_pb2 import CreateTournamentRequest

EXTENDED = ("round-robin", "gauntlet")  # kinds whose boards are all planned at creation
WHY_NOT_EXTENDED = {
    "swiss": "a Swiss has a fixed number of rounds",
    "ladder": "a ladder adds boards itself while it runs",
    "gate": "a gate ends when it is decided",
}


class Extending(Room):
    """Add boards to round robins and gauntlets."""

    async def extend_tournament(self, name: str, more: int, dry_run: bool = False) -> Appended:
        """Add *more* boards for each line-up in one transaction; a finished tournament runs again.

        With *dry_run* nothing changes. The boards follow from the tournament's seed, its settings and earlier
        additions. Raises `UnknownTournamentError`, `InvalidTournamentError`; `WrongStateError` if it is cancelled or
        neither a round robin nor a gauntlet.
        """
        if not 1 <= more <= MAX_IN_ALL:
            raise InvalidTournamentError(f"boards: {more} given, 1 to {MAX_IN_ALL} more are accepted")
        async with self.transaction() as connection:
            tournament = await lock_to_append(connection, name)
            if tournament.kind not in EXTENDED:
                why = f"{WHY_NOT_EXTENDED[tournament.kind]}; choose a {' or '.join(EXTENDED)}"
                raise WrongStateError(f"tournament {name!r} cannot be extended: {why}")
            await run(connection, "note_extended", tournament_id=tournament.id, more=more)
            extended = replace(tournament, extended=tournament.extended + more)
            added = await complete(connection, extended, "extension", more, dry_run)
            if dry_run:
                await connection.rollback()
        return added


async def complete(
    connection: Connection, tournament: Open, occasion: str, now: int = 0, dry_run: bool = False
) -> Appended:
    """Add the boards that a tournament lacks according to its settings and entrants.

    *occasion*: the reason, stored with their epoch. *now*: how many boards for each line-up an extension adds; 0 for a
    late entry. With *dry_run* the boards are only counted. Raises `InvalidTournamentError`.
    """
    rows = await select(connection, "late_and_gone", tournament_id=tournament.id)
    entrants, tables = await entrants_of(connection, tournament.id), await tables_of(connection, tournament.id)
    gone = frozenset(place for place, (_, left) in enumerate(rows) if left)
    sat = await boards_sat(connection, tournament.id)
    added: dict[str, Any] = {"more": tournament.extended, "gone": gone, "sat": sat, "now": now}
    schedule: Schedule
    if tournament.pool == "open":
        schedule = await open_round_robin(tournament, entrants, tables, **added)
    elif tournament.kind == "gauntlet":
        schedule = await gauntlet(tournament, entrants, tables, **added)
    else:
        schedule = await round_robin(tournament, entrants, tables, late=sum(late for late, _ in rows), **added)
    terms = {"entrants": len(rows), "gone": sorted(gone), "more": tournament.extended, "now": now}
    check_most(tournament.boards + len(schedule))
    if not dry_run:
        await append(connection, tournament.name, schedule, EpochReason(occasion, terms))
    return Appended(tournament.boards, len(schedule))


async def round_robin(tournament: Open, entrants: Sequence[Entrant], tables: Sequence[Table], **added: Any) -> Schedule:
    """Plan a round robin. *added*: settings of `RoundRobin` from *more* on. Raises `InvalidTournamentError`."""
    boards = tournament.boards_each + tournament.extended
    counts = (most_boards(len(entrants), table.bots, boards) for table in tables)
    _check(await asyncio.to_thread(sum, counts), f"{boards} for each line-up of {len(entrants)} bots")
    settings = (tables, tournament.boards_each, tournament.seed, tournament.allow_same_owner)
    return await make_schedule(partial(RoundRobin, entrants, *settings, **added))


async def gauntlet(tournament: Open, entrants: Sequence[Entrant], tables: Sequence[Table], **added: Any) -> Schedule:
    """Plan a gauntlet, whose first entrants are the challengers. *added* and errors: as in `round_robin`."""
    challengers, boards = tournament.challengers, tournament.boards_each + tournament.extended
    others = len(entrants) - challengers
    if others > 0:
        counts = (most_boards_of(challengers, others, table.bots, boards) for table in tables)
        _check(await asyncio.to_thread(sum, counts), f"{boards} for each line-up of a field of {others} bots")
    settings = (challengers, tables, tournament.boards_each, tournament.seed, tournament.allow_same_owner)
    return await make_schedule(partial(Gauntlet, entrants, *settings, **added))


async def open_round_robin(
    tournament: Open, entrants: Sequence[Entrant], tables: Sequence[Table], **added: Any
) -> Schedule:
    """Plan a round robin of the pool `open`. *added* and errors: as in `round_robin`."""
    boards = tournament.boards_each + tournament.extended
    count = sum(open_boards(owners_of(entrants), table, boards) for table in tables)
    _check(count, f"{boards} comparisons of any two of {len(entrants)} bots")
    settings = (tables, tournament.boards_each, tournament.seed)
    return await make_schedule(partial(OpenRoundRobin, entrants, *settings, **added))


async def make_schedule(plan: Callable[[], Schedule]) -> Schedule:
    """Return the schedule that *plan* computes, in a thread. Raises `InvalidTournamentError` for too few bots."""
    try:
        return await asyncio.to_thread(plan)
    except TooFewEntrantsError as error:
        raise InvalidTournamentError(f"bots: {error}") from error


def _check(boards: int, what: str) -> None:
    if boards > MAX_IN_ALL:
        most = f"a tournament has at most {MAX_IN_ALL}: take fewer boards, bots or variants"
        raise InvalidTournamentError(f"boards: {what} are up to {boards}, and {most}")


def with_tables(
    request: CreateTournamentRequest, rules: Sequence[Rules], entrants: Sequence[Entrant], tables: Sequence[Table]
) -> list[Table]:
    """Return *tables* with the tables per board that the pool needs. Raises `InvalidTournamentError`."""
    if request.pool != "open":
        return list(tables)
    for each in rules:
        if sides_of(each) < each.seats and not all(entrant.members and entrant.other_owner for entrant in entrants):
            why = f"in {each.name} a bot that is its own partner holds two hands of a deal"
            fix = "enter only pairs whose two bots have different owners, or choose the pool trust"
            raise InvalidTournamentError(f"pool: {why}; {fix}")
    try:
        counts = [tables_for(entrants, table, request.tables_per_board) for table in tables]
    except TooFewEntrantsError as error:
        raise InvalidTournamentError(f"bots: {error}") from error
    return [replace(table, tables_per_board=count) for table, count in zip(tables, counts, strict=True)]


async def first_schedule(
    tournament: Open, entrants: Sequence[Entrant], tables: Sequence[Table], terms: Terms | None
) -> Schedule:
    """Return the first boards: all boards of a round robin or gauntlet, else the first round or batch.

    *terms*: of a ladder; None for other kinds. Raises `InvalidTournamentError`.
    """
    if tournament.pool == "open":
        return await open_round_robin(tournament, entrants, tables)
    if tournament.kind == "round-robin":
        return await round_robin(tournament, entrants, tables)
    if tournament.kind == "gauntlet":
        return await gauntlet(tournament, entrants, tables)
    here, seed, allow_same_owner = range(len(entrants)), tournament.seed, tournament.allow_same_owner
    if tournament.kind == "swiss":
        settings = (tables, tournament.boards_each, seed, allow_same_owner)
        return await make_schedule(
            partial(swiss_schedule, entrants, here, *settings, played=[[] for _ in tables], had={})
        )
    assert terms is not None, "a ladder has them"
    nobody_met: list[list[LineUpTally]] = [[] for _ in tables]
    settings_of = (tables, terms, seed, allow_same_owner, nobody_met, [dict[int, int]() for _ in tables])
    schedule = await make_schedule(partial(ladder_schedule, entrants, [here] * len(tables), *settings_of, had={}))
    if not len(schedule):
        raise InvalidTournamentError(
            "bots: no table can be made of them: enter more bots or owners (--allow-same-owner)"
        )
    return schedule
