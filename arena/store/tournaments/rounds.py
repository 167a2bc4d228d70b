"""Draw rounds, batches and seasons when they are due."""

import logging
from collections import defaultdict
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
from arena.store.database import Connection, Room, fetch, run, value
from arena.store.errors import InvalidTournament, NameTaken, StoreError, StoreUnavailable, WrongState
from arena.store.locks import DRAW
from arena.store.seeds.epochs import EpochReason, is_out_of_secrets
from arena.store.tournaments.appending import Open, append, boards_had, entrants_of, lock_to_append, tables_of
from arena.store.tournaments.creation import add_tournament, draw
from arena.store.tournaments.listing import find_tournament
from arena.store.tournaments.planning import planned

DAYS = 30  # that a season lasts, from its first boards on


async def is_season_over(connection: Connection, tournament_id: int) -> bool:
    """Say whether a ladder's season is old or out of secrets."""
    is_old = await value(connection, "is_season_old", tournament_id=tournament_id, days=DAYS)
    return bool(is_old) or await is_out_of_secrets(connection, tournament_id)


async def begin_season(connection: Connection, ladder: Open) -> None:
    """Start the season after *ladder*, which draws no more batches.

    *ladder* is locked. The new season has its settings and whoever has not left it, and no boards
    yet: the next look at what is due draws its first batch. Raises `NameTaken` where somebody else
    took its name at that moment.
    """
    of = {"tournament_id": ladder.id}
    (columns,) = await fetch(connection, dict, "next_season", **of)
    chosen = await (await run(connection, "chosen_variants", **of)).fetchall()
    rules = [configure(variant, None, options) for variant, options, _ in chosen]
    weights = [weight for _, _, weight in chosen]
    gone = {version for (version,) in await (await run(connection, "gone", **of)).fetchall()}
    staying = [entrant for entrant in await entrants_of(connection, ladder.id) if entrant.id not in gone]
    drawn = await draw(columns["name"], "", columns["test_seed"] or "")
    next_id, _ = await add_tournament(connection, columns, rules, weights, staying, drawn)
    await run(connection, "begin_season", tournament_id=next_id)
    await run(connection, "go_on_as", next_id=next_id, **of)
    await run(connection, "no_more_rounds", **of)
    await run(connection, "end_tournament", **of)


log = logging.getLogger(__name__)

OCCASIONS = {"swiss": "round", "ladder": "batch"}
Played = list[list[list[BoardScore]]]  # by variant, then by round


@dataclass(frozen=True)
class SwissTable:
    """The standings of a variant after its closed *rounds*.

    The places of the lines are those of the order of entry.
    """

    variant: str
    rounds: int
    lines: list[SwissLine]


class Rounds(Room):
    """Tournaments that grow."""

    async def draw_rounds(self) -> int:
        """Append due rounds and batches; return to how many tournaments.

        A running Swiss whose boards are all over gets its next round, a running ladder that runs out of boards a batch,
        or when its season is over another tournament that goes on from it.

        Each in a transaction of its own, with its row locked and its round counted: nothing is appended twice, and
        what a process that is killed has not committed the next one appends. 0 while somebody else draws.
        """
        async with self.transaction() as connection:
            due = [name for (name,) in await (await run(connection, "rounds_due", name=None)).fetchall()]
        return sum([await self._draw(name) for name in due])

    async def _draw(self, name: str) -> bool:
        async with self.transaction() as connection:
            if not await value(connection, "try_lock", key=DRAW):
                return False
            try:
                found = await lock_to_append(connection, name)
            except WrongState:  # cancelled meanwhile
                return False
            if await value(connection, "rounds_due", name=name) is None:  # somebody else has
                return False
            if found.kind == "ladder" and await is_season_over(connection, found.id):
                return await _go_on(connection, found)
            return await _append_next(connection, found)

    async def swiss_tables(self, name: str) -> tuple[int, list[SwissTable]]:
        """Return the number of rounds, and the standings by variant.

        The rounds are those there will be; the standings are those after the closed ones. Raises
        `UnknownTournament`, `WrongState` for one that is no Swiss.
        """
        async with self.transaction() as connection:
            found = await find_tournament(connection, name)
            if found.kind != "swiss":
                raise WrongState(f"tournament {name!r} is a {found.kind}: only a swiss has rounds to stand in")
            closed, rounds = await _closed_rounds(connection, found.id)
            entrants, tables = await entrants_of(connection, found.id), await tables_of(connection, found.id)
            seed = await value(connection, "seed_of", tournament_id=found.id)
            played = await _played(connection, found.id, len(tables), closed)
            left_after: dict[int, int] = dict(
                await (await run(connection, "left_after", tournament_id=found.id)).fetchall()
            )
        return rounds, [
            SwissTable(table.variant, closed, swiss_standings(entrants, table, seed, played[index], left_after))
            for index, table in enumerate(tables)
        ]


async def _go_on(connection: Connection, ladder: Open) -> bool:
    """Begin a ladder's next season; return whether it began.

    Where its name was taken that very moment the next look begins it.
    """
    try:
        async with connection.transaction():
            await begin_season(connection, ladder)
    except NameTaken:
        return False
    except StoreUnavailable:
        raise
    except (StoreError, RulesError):  # an option of before is none today, or its test seed is taken: it ends
        log.exception("the ladder %s has no next season", ladder.name)
        await run(connection, "no_more_rounds", tournament_id=ladder.id)
        await run(connection, "end_tournament", tournament_id=ladder.id)
        return False
    return True


async def _append_next(connection: Connection, found: Open) -> bool:
    """Append a tournament's next round or batch.

    Returns whether it has boards. A tournament that nobody is left for ends.
    """
    try:
        schedule, terms = await (_swiss if found.kind == "swiss" else _ladder)(connection, found)
        if not len(schedule):
            return False
        await run(connection, "count_round", tournament_id=found.id)
        await append(connection, found.name, schedule, EpochReason(OCCASIONS[found.kind], terms))
    except InvalidTournament:  # too few are left to make a table
        await run(connection, "no_more_rounds", tournament_id=found.id)
        await run(connection, "end_tournament", tournament_id=found.id)
        return False
    return True


async def _swiss(connection: Connection, found: Open) -> tuple[Schedule, dict[str, Any]]:
    entrants, tables = await entrants_of(connection, found.id), await tables_of(connection, found.id)
    played = await _played(connection, found.id, len(tables), found.round)
    had = await boards_had(connection, found.id)
    settings = (tables, found.boards_each, found.seed, found.allow_same_owner, played, had)
    here = await _staying(connection, found.id)
    return await planned(partial(swiss_schedule, entrants, here, *settings)), {"entrants": len(entrants), "here": here}


async def _ladder(connection: Connection, found: Open) -> tuple[Schedule, dict[str, Any]]:
    """Return a ladder's next batch, and what it was drawn from.

    Of those who are connected, with room for a table: who is away goes first when it is back.
    """
    entrants, tables = await entrants_of(connection, found.id), await tables_of(connection, found.id)
    terms_of = await ladder_terms(connection, found)
    present: dict[int, list[int]] = dict(await (await run(connection, "present", tournament_id=found.id)).fetchall())
    staying = await _staying(connection, found.id)
    here = [
        [place for place in staying if entrants[place].id in present.get(index, ())] for index in range(len(tables))
    ]
    tallies, unrated = await _tallies(connection, found.id, len(tables))
    waited = await _waited(connection, found, len(tables))
    had = await boards_had(connection, found.id)
    settings = (terms_of, found.seed, found.allow_same_owner, tallies, waited, had)
    terms = {"entrants": len(entrants), "here": here, "unrated": unrated}
    return await planned(partial(ladder_schedule, entrants, here, tables, *settings)), terms


async def _staying(connection: Connection, tournament_id: int) -> list[int]:
    """The places of those who have not withdrawn."""
    rows = await (await run(connection, "late_and_gone", tournament_id=tournament_id)).fetchall()
    return [place for place, (_, gone) in enumerate(rows) if not gone]


async def ladder_terms(connection: Connection, found: Open) -> Terms:
    """What a ladder promises."""
    row = await (await run(connection, "ladder_terms", tournament_id=found.id)).fetchone()
    assert row is not None  # a ladder has them
    return Terms(found.boards_each, *row)


async def _tallies(
    connection: Connection, tournament_id: int, tables: int
) -> tuple[list[list[LineUpTally]], list[int]]:
    """Return tallies by table, and the boards not in them.

    The latter by number; both as of one moment.
    """
    found: list[list[LineUpTally]] = [[] for _ in range(tables)]
    unrated: list[int] = []
    rows = await (await run(connection, "met_of", tournament_id=tournament_id)).fetchall()
    for unrated, index, players, boards, halves in rows:  # noqa: B007 (all rows have the same)
        if index is not None:
            found[index].append(LineUpTally(tuple(players), boards, halves))
    return found, unrated


async def _waited(connection: Connection, found: Open, tables: int) -> Sequence[dict[int, int]]:
    """By variant: how many batches each version has been without a board."""
    waited: list[dict[int, int]] = [{} for _ in range(tables)]
    rows = await (await run(connection, "last_rounds", tournament_id=found.id)).fetchall()
    for index, version_id, last in rows:
        waited[index][version_id] = found.round - last
    return waited


async def _closed_rounds(connection: Connection, tournament_id: int) -> tuple[int, int]:
    """How many rounds are over, and how many there will be."""
    row = await (await run(connection, "closed_rounds", tournament_id=tournament_id)).fetchone()
    assert row is not None
    return int(row[0]), int(row[1])


async def _played(connection: Connection, tournament_id: int, tables: int, rounds: int) -> Played:
    """The closed boards of the first *rounds* rounds."""
    found: Played = [[[] for _ in range(rounds)] for _ in range(tables)]
    grouped: dict[tuple[int, int], list[BoardScore]] = defaultdict(list)
    rows = await (await run(connection, "boards_of_rounds", tournament_id=tournament_id, rounds=rounds)).fetchall()
    for index, round_, number, variant, line_up, halves, points, faults in rows:
        board = BoardScore(number, variant, tuple(line_up), tuple(halves), tuple(points), tuple(faults))
        grouped[index, round_].append(board)
    for (index, round_), boards in grouped.items():
        found[index][round_ - 1] = boards
    return found
