"""Create tournaments: line-ups, boards, blocks and commitments follow from the master's secrets.

With a beacon, boards are only planned here; beacons.py draws and stores them after the start.
"""

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from psycopg.types.json import Jsonb

from arena.escapes import clip
from arena.league.designs.lineups import Table
from arena.league.entrants import Entrant
from arena.league.schedules.balance import Balance, OpenBalance
from arena.league.schedules.ladder import Terms
from arena.league.schedules.schedule import Schedule
from arena.league.seeds import epochs
from arena.rules import Rules, family_of, options_of, sides_of
from arena.store.accounts.pairs import check_partners
from arena.store.accounts.versions import Version, check_admitted, find_version
from arena.store.database import Connection, refusing, run, run_all, value
from arena.store.errors import InvalidTournamentError, NameTakenError, StoreError
from arena.store.names import check_name
from arena.store.seeds.epochs import EpochReason, master_of
from arena.store.seeds.signing import Signing, add_beacon, check_beacon, needs_key
from arena.store.tournaments.appending import Open, check_most, store_boards
from arena.store.tournaments.balances import balances
from arena.store.tournaments.planning import first_schedule, with_tables
from arena.store.tournaments.request import check_request, stored_columns, with_defaults
from arena.store.tournaments.rows import TournamentRow, find_tournament
from arena.wire.gen.tournaments_pb2 import CreateTournamentRequest

BUILT = ("round-robin", "gauntlet", "swiss", "ladder")  # kinds that `create_tournament` accepts
STAND_IN = "stand-in"  # a seed for planning before the deals are drawn


class Creation(Signing):
    """Create tournaments of all kinds except gates."""

    async def make_tournament(
        self, request: CreateTournamentRequest
    ) -> tuple[TournamentRow, list[Balance | OpenBalance]]:
        """Create a tournament in one transaction; return it and the balance of its boards.

        With a beacon its boards are planned and counted, but not stored. Raises the errors of
        `Tournaments.create_tournament`.
        """
        new = with_defaults(request)
        if new.beacon and not self.keys:
            raise InvalidTournamentError(needs_key(new.name))
        async with self.transaction() as connection:
            plan = await begin_tournament(connection, new)
            if new.beacon:
                check_most(len(plan.schedule))
                await add_beacon(connection, plan.tournament.id, new.beacon, self.keys)
            else:
                parts = (plan.entrants, plan.tables, plan.schedule)
                await store_boards(connection, plan.tournament, *parts, EpochReason("first"))
            row = await find_tournament(connection, new.name)
        if new.beacon:
            row = replace(row, boards=len(plan.schedule), games=await asyncio.to_thread(plan.count_games))
        return row, await asyncio.to_thread(plan.balances)


async def draw(name: str, master: str, test_seed: str, is_later: bool = False) -> dict[str, Any]:
    """Return the master of the tournament *name* and the values that follow from it, by database column.

    *master*: hex digits, "" for a random master. *is_later*: the deals are drawn from a beacon later. Raises
    `InvalidTournamentError`.
    """
    drawn = master_of(master, test_seed)
    root = await asyncio.to_thread(epochs.secrets_root, drawn)  # takes 10 ms
    mix = None if is_later else epochs.mix_of_name(name)
    seed = mix and epochs.schedule_seed(mix, epochs.secret(drawn, epochs.SCHEDULE))
    return {"master": drawn, "secrets_root": root, "mix": mix, "schedule_seed": seed}


@dataclass(frozen=True)
class Plan:
    """A stored tournament and its planned boards, which are not stored yet. *rules*, *tables*: by variant.

    *bots*: "name@version" of each entrant, by id.
    """

    tournament: Open
    rules: list[Rules]
    entrants: list[Entrant]
    tables: list[Table]
    schedule: Schedule
    bots: dict[int, str]

    def balances(self) -> list[Balance | OpenBalance]:
        """Return the balance of the planned boards; slow if there are many."""
        line_ups = ((board.variant, board.line_up) for board in self.schedule)
        terms = (self.tournament.challengers, self.tournament.allow_same_owner)
        return balances(line_ups, self.entrants, self.tables, *terms)

    def count_games(self) -> int:
        """Return the number of games of the planned boards."""
        return sum(self.tables[board.variant].games for board in self.schedule)


async def begin_tournament(connection: Connection, new: CreateTournamentRequest) -> Plan:
    """Store a tournament without its boards; return its plan. Raises as `Tournaments.create_tournament`."""
    if new.kind not in BUILT:
        hint = "; a gate is made with: arena gate BOT OPPONENT" * (new.kind == "gate")
        raise InvalidTournamentError(f"kind: {clip(new.kind)!r} given, accepted: {', '.join(BUILT)}{hint}")
    check_name("tournament", new.name)
    rules = check_request(new)
    if new.beacon:
        check_beacon(new.beacon)
    drawn = await draw(new.name, new.master, new.test_seed, is_later=bool(new.beacon))
    versions = await named_versions(connection, new.bots)
    check_partners(versions, without_partners(rules))
    if new.pool == "closed":
        await check_admitted(connection, [version.id for version in versions])
    entrants = [version.entrant for version in versions]
    tables = with_tables(new, rules, entrants, make_tables(rules, new))
    columns = stored_columns(new, len(entrants)) | drawn
    id_ = await add_tournament(connection, columns, rules, tables, entrants)
    settings = (drawn["schedule_seed"] or STAND_IN, new.boards, new.allow_same_owner, new.challengers)
    tournament = Open(id_, new.name, new.kind, new.pool, "created", *settings)
    terms = Terms(new.boards, new.ladder.tables, new.ladder.least, new.ladder.longest)
    schedule = await first_schedule(tournament, entrants, tables, terms)
    return Plan(tournament, rules, entrants, tables, schedule, {each.id: each.bot for each in versions})


def make_tables(rules: Sequence[Rules], request: CreateTournamentRequest) -> list[Table]:
    """Return the table of each requested variant, with the variant's weight."""
    weights = [choice.weight for choice in request.variants]
    return [Table(each.name, sides_of(each), weight) for each, weight in zip(rules, weights, strict=True)]


def out_of_range(priority: int) -> dict[str, StoreError]:
    """Return the error for an invalid *priority*, by the name of the violated database constraint."""
    return {"tournaments_priority": InvalidTournamentError(f"priority: {priority} given, -10 to 10 are accepted")}


async def add_tournament(
    connection: Connection,
    columns: Mapping[str, Any],
    rules: Sequence[Rules],
    tables: Sequence[Table],
    entrants: Sequence[Entrant],
) -> int:
    """Store a tournament without boards; return its id.

    *columns*: from `stored_columns` and `draw`. *rules*, *tables*: by variant. Raises `NameTakenError`,
    `InvalidTournamentError`.
    """
    conditions = {
        "tournaments_name_unique": NameTakenError(f"tournament {columns['name']!r} exists: choose another name"),
        "tournaments_master_unique": InvalidTournamentError(
            f"{'test-seed' if columns['test_seed'] else 'master'}: it was used before: choose another, unknown one"
        ),
        **out_of_range(columns["priority"]),
    }
    with refusing(conditions):
        id_ = int(await value(connection, "create_tournament", **columns))
    variants = [
        {
            "tournament_id": id_,
            "index": index,
            "variant": each.name,
            "family": family_of(each.name),
            "options": Jsonb(options_of(each)),
            "revision": each.revision,
            "seats": each.seats,
            "seats_each": each.seats // table.bots,
            "weight": table.weight,
            "tables_per_board": table.tables_per_board,
        }
        for index, (each, table) in enumerate(zip(rules, tables, strict=True))
    ]
    await run_all(connection, "add_variant", variants)
    versions = [{"tournament_id": id_, "index": index, "version_id": each.id} for index, each in enumerate(entrants)]
    await run_all(connection, "add_entrant", versions)
    if columns["kind"] == "ladder":
        await run(connection, "add_ladder", **{**columns, "tournament_id": id_})
    return id_


def without_partners(rules: Sequence[Rules]) -> list[str]:
    """Return the names of the variants in which everybody plays alone."""
    return [each.name for each in rules if sides_of(each) == each.seats]


async def named_versions(connection: Connection, bots: Sequence[str]) -> list[Version]:
    """Return the versions of *bots*, in order. Raises `UnknownBotError`; `InvalidTournamentError` for a repeat."""
    versions: dict[int, Version] = {}
    for name in bots:
        version = await find_version(connection, name)
        if version.id in versions:
            raise InvalidTournamentError(f"bots: {version.bot} is named twice")
        versions[version.id] = version
    return list(versions.values())
