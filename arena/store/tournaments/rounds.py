"""Draw due Swiss rounds, ladder batches and ladder seasons."""

import logging
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from arena.league.ratings.boards import BoardScore
from arena.league.ratings.tally import LineUpTally
from arena.league.schedules.ladder import Terms
from arena.league.schedules.rounds import ladder_schedule, swiss_schedule
from arena.league.schedules.schedule import Schedule
from arena.league.schedules.swiss import SwissLine, swiss_standings
from arena.rules import RulesError, configure
from arena.store.database import Connection, Room, fetch, run, select, value
from arena.store.errors import (
    InvalidTournamentError,
    NameTakenError,
    StoreError,
    StoreUnavailableError,
    WrongStateError,
)
from arena.store.locks import DRAW
from arena.store.seeds.epochs import EpochReason, is_out_of_secrets
from arena.store.tournaments.appending import Open, append, boards_had, entrants_of, lock_to_append, tables_of
from arena.store.tournaments.creation import add_tournament, draw
from arena.store.tournaments.planning import make_schedule
from arena.store.tournaments.rows import find_tournament

log = logging.getLogger(__name__)

DAYS = 30  # length of a ladder's season, from its first boards on
OCCASIONS = {"swiss": "round", "ladder": "batch"}
Played = list[list[list[BoardScore]]]  # closed boards by variant index, then by round


@dataclass(frozen=True)
class SwissTable:
    """The Swiss standings of one variant after its closed *rounds*."""

    variant: str
    rounds: int
    lines: list[SwissLine]


class Rounds(Room):
    """Draw the rounds and batches of tournaments that grow by themselves."""

    async def draw_rounds(self) -> int:
        """Add due rounds and batches; return the number of tournaments that grew.

        A running Swiss gets its next round when all its boards are over. A running ladder without open boards gets a
        batch or, after its season, a successor. Each tournament has its own transaction, which locks its row and counts
        its round. So nothing is added twice, and nothing is lost if the process is killed. Returns 0 while another
        session draws.
        """
        due = [name for (name,) in await self._select("rounds_due", name=None)]
        return sum([await self._draw(name) for name in due])

    async def _draw(self, name: str) -> bool:
        async with self.transaction() as connection:
            if not await value(connection, "try_lock", key=DRAW):
                return False
            try:
                tournament = await lock_to_append(connection, name)
            except WrongStateError:  # it was cancelled meanwhile
                return False
            if await value(connection, "rounds_due", name=name) is None:  # another session drew it
                return False
            if tournament.kind == "ladder":
                is_old = await value(connection, "is_season_old", tournament_id=tournament.id, days=DAYS)
                if is_old or await is_out_of_secrets(connection, tournament.id):
                    return await _go_on(connection, tournament)
            return await _append_next(connection, tournament)

    async def swiss_tables(self, name: str) -> tuple[int, list[SwissTable]]:
        """Return a Swiss tournament's total of rounds, and its standings after the closed rounds, by variant.

        Raises `UnknownTournamentError`; `WrongStateError` for other kinds.
        """
        async with self.transaction() as connection:
            tournament = await find_tournament(connection, name)
            if tournament.kind != "swiss":
                raise WrongStateError(
                    f"tournament {name!r} is a {tournament.kind}: only a swiss has rounds to stand in"
                )
            ((closed, rounds, seed),) = await select(connection, "closed_rounds", tournament_id=tournament.id)
            entrants, tables = await entrants_of(connection, tournament.id), await tables_of(connection, tournament.id)
            played = await _played(connection, tournament.id, len(tables), closed)
            left_after: dict[int, int] = dict(await select(connection, "left_after", tournament_id=tournament.id))
        return rounds, [
            SwissTable(table.variant, closed, swiss_standings(entrants, table, seed, played[index], left_after))
            for index, table in enumerate(tables)
        ]


async def _go_on(connection: Connection, ladder: Open) -> bool:
    """Begin a ladder's next season. Returns False if its name was taken; the next sweep then tries again."""
    try:
        async with connection.transaction():
            await _begin_season(connection, ladder)
    except NameTakenError:
        return False
    except StoreUnavailableError:
        raise
    except (StoreError, RulesError):  # an option is no longer accepted, or the test seed is taken, so the ladder ends
        log.exception("the ladder %s has no next season", ladder.name)
        await _end(connection, ladder)
        return False
    return True


async def _begin_season(connection: Connection, ladder: Open) -> None:
    """Create the season after the locked *ladder*, without withdrawn entrants; the next sweep draws its batch.

    Raises `NameTakenError` if another session took its name in that moment.
    """
    of = {"tournament_id": ladder.id}
    (columns,) = await fetch(connection, dict, "next_season", **of)
    chosen = await select(connection, "chosen_variants", **of)
    rules = [configure(variant, None, options) for variant, options in chosen]
    entrants = await entrants_of(connection, ladder.id)
    staying = [entrants[place] for place in await _staying(connection, ladder.id)]
    columns |= await draw(columns["name"], "", columns["test_seed"] or "")
    next_id = await add_tournament(connection, columns, rules, await tables_of(connection, ladder.id), staying)
    await run(connection, "begin_season", next_id=next_id, **of)
    await _end(connection, ladder)


async def _end(connection: Connection, tournament: Open) -> None:
    """Stop drawing rounds of a tournament; end it when its boards are over."""
    await run(connection, "no_more_rounds", tournament_id=tournament.id)
    await run(connection, "end_tournament", tournament_id=tournament.id)


async def _append_next(connection: Connection, tournament: Open) -> bool:
    """Add the next round or batch, or end the tournament if too few bots are left; return whether boards were added."""
    try:
        schedule, terms = await (_swiss if tournament.kind == "swiss" else _ladder)(connection, tournament)
        if not len(schedule):
            return False
        await run(connection, "count_round", tournament_id=tournament.id)
        await append(connection, tournament.name, schedule, EpochReason(OCCASIONS[tournament.kind], terms))
    except InvalidTournamentError:  # too few bots are left for a table
        await _end(connection, tournament)
        return False
    return True


async def _swiss(connection: Connection, tournament: Open) -> tuple[Schedule, dict[str, Any]]:
    entrants, tables = await entrants_of(connection, tournament.id), await tables_of(connection, tournament.id)
    played = await _played(connection, tournament.id, len(tables), tournament.round)
    had = await boards_had(connection, tournament.id)
    settings = (tables, tournament.boards_each, tournament.seed, tournament.allow_same_owner, played, had)
    here = await _staying(connection, tournament.id)
    return await make_schedule(partial(swiss_schedule, entrants, here, *settings)), {
        "entrants": len(entrants),
        "here": here,
    }


async def _ladder(connection: Connection, tournament: Open) -> tuple[Schedule, dict[str, Any]]:
    """Return the next batch, of connected bots, absentees that are back first; and its inputs for the record."""
    entrants, tables = await entrants_of(connection, tournament.id), await tables_of(connection, tournament.id)
    terms_of = await ladder_terms(connection, tournament)
    present: dict[int, list[int]] = dict(await select(connection, "present", tournament_id=tournament.id))
    staying = await _staying(connection, tournament.id)
    here = [
        [place for place in staying if entrants[place].id in present.get(index, ())] for index in range(len(tables))
    ]
    tallies, unrated = await _tallies(connection, tournament.id, len(tables))
    waited = await _waited(connection, tournament, len(tables))
    had = await boards_had(connection, tournament.id)
    settings = (terms_of, tournament.seed, tournament.allow_same_owner, tallies, waited, had)
    terms = {"entrants": len(entrants), "here": here, "unrated": unrated}
    return await make_schedule(partial(ladder_schedule, entrants, here, tables, *settings)), terms


async def _staying(connection: Connection, tournament_id: int) -> list[int]:
    rows = await select(connection, "late_and_gone", tournament_id=tournament_id)
    return [place for place, (_, gone) in enumerate(rows) if not gone]


async def ladder_terms(connection: Connection, tournament: Open) -> Terms:
    """Return the settings of a ladder."""
    (terms,) = await select(connection, "ladder_terms", tournament_id=tournament.id)
    return Terms(tournament.boards_each, *terms)


async def _tallies(
    connection: Connection, tournament_id: int, tables: int
) -> tuple[list[list[LineUpTally]], list[int]]:
    """Return the tallies of each table, and how many closed boards each table's tallies lack."""
    tallies: list[list[LineUpTally]] = [[] for _ in range(tables)]
    unrated: list[int] = []
    rows = await select(connection, "met_of", tournament_id=tournament_id)
    for unrated, index, players, boards, halves in rows:  # noqa: B007 (all rows have the same)
        if index is not None:
            tallies[index].append(LineUpTally(tuple(players), boards, halves))
    return tallies, unrated


async def _waited(connection: Connection, tournament: Open, tables: int) -> Sequence[dict[int, int]]:
    """Return for each table, by version id, how many batches the version has waited for a board."""
    waited: list[dict[int, int]] = [{} for _ in range(tables)]
    rows = await select(connection, "last_rounds", tournament_id=tournament.id)
    for index, version_id, last in rows:
        waited[index][version_id] = tournament.round - last
    return waited


async def _played(connection: Connection, tournament_id: int, tables: int, rounds: int) -> Played:
    played: Played = [[[] for _ in range(rounds)] for _ in range(tables)]
    rows = await select(connection, "boards_of_rounds", tournament_id=tournament_id, rounds=rounds)
    for index, round_, number, variant, line_up, halves, points, infractions in rows:
        board = BoardScore(number, variant, tuple(line_up), tuple(halves), tuple(points), tuple(infractions))
        played[index][round_ - 1].append(board)
    return played
