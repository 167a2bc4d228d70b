"""Create tournaments from a master: line-ups, boards, blocks and commitments follow from its secrets.

With a beacon boards are only planned; they are drawn after the start (beacons.py).
"""

import asyncio
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, NamedTuple

from psycopg.types.json import Jsonb

from arena.escapes import cut
from arena.league.designs.lineups import Table
from arena.league.entrants import Entrant
from arena.league.schedules.ladder import Terms
from arena.league.schedules.schedule import Schedule
from arena.league.seeds import epochs
from arena.rules import Rules, family_of, options_of, sides_of
from arena.store.accounts.pairs import check_partners
from arena.store.accounts.versions import Version, check_admitted, find_version
from arena.store.database import Connection, refusing, run, run_all, select
from arena.store.errors import InvalidTournamentError, NameTakenError, StoreError
from arena.store.names import check_name
from arena.store.scales import format_of
from arena.store.seeds.epochs import EpochReason, master_of
from arena.store.seeds.signing import Signing, add_beacon, check_beacon, needs_key
from arena.store.tournaments.appending import Open, check_most, store_boards
from arena.store.tournaments.balances import VariantBalance, balances
from arena.store.tournaments.planning import Settings, first_schedule, with_tables
from arena.store.tournaments.request import check_request, stored_columns, with_defaults
from arena.store.tournaments.rows import Entrant as EntrantRow
from arena.store.tournaments.rows import TournamentRow
from arena.wire.gen.tournaments_pb2 import CreateTournamentRequest

BUILT = ("round-robin", "gauntlet", "swiss", "ladder")  # kinds that `create_tournament` accepts
MADE_OTHERWISE = {
    "gate": "; a gate is made with: arena gate NEW OLD",
    "benchmark": "; a benchmark is made with: arena benchmark BOT --on-service",
}
STAND_IN = "stand-in"  # a seed for planning before the real one is drawn


class Made(NamedTuple):
    """A created tournament, and the balance of its boards."""

    tournament: TournamentRow
    balances: list[VariantBalance]


class Creation(Signing):
    """Creation of tournaments."""

    async def make_tournament(self, request: CreateTournamentRequest) -> Made:
        """Create a tournament in one transaction that reads nothing back (`Tournaments.create_tournament`).

        With a beacon its boards are planned but not stored.
        """
        new = with_defaults(request)
        if new.beacon and not self.keys:
            raise InvalidTournamentError(needs_key(new.name))
        async with self.transaction() as connection:
            plan = await begin_tournament(connection, new)
            if new.beacon:
                check_most(len(plan.schedule))
                await add_beacon(connection, plan.tournament_id, new.beacon, self.keys)
            else:
                into = plan.open()
                await store_boards(connection, into, plan.entrants, plan.tables, plan.schedule, EpochReason("first"))
        return await asyncio.to_thread(plan.describe)


@dataclass(frozen=True)
class Drawn:
    """A tournament's master, which is never published, and what follows from it.

    *root* None: there is no commitment, as the deals are public. The rest is None if the deals are
    drawn from a beacon.
    """

    master: bytes
    root: bytes | None
    mix: bytes | None = None
    schedule_seed: str | None = None


async def draw(name: str, master: str, test_seed: str, is_later: bool = False) -> Drawn:
    """Draw the master of the tournament *name*, or take the given one. Raises `InvalidTournamentError`."""
    drawn = master_of(master, test_seed)
    root = await asyncio.to_thread(epochs.secrets_root, drawn)  # 10 ms
    if is_later:
        return Drawn(drawn, root)
    mix = epochs.mix_of_name(name)
    return Drawn(drawn, root, mix, epochs.schedule_seed(mix, epochs.secret(drawn, epochs.SCHEDULE)))


@dataclass(frozen=True)
class Plan:
    """A tournament whose boards are not stored yet."""

    request: CreateTournamentRequest
    tournament_id: int
    created: datetime
    root: bytes | None
    seed: str
    rules: list[Rules]
    versions: list[Version]  # by entrant
    entrants: list[Entrant]
    tables: list[Table]
    schedule: Schedule

    def open(self) -> Open:
        """Return the tournament as its first boards are appended to it, before the transaction ends."""
        new = self.request
        terms = (self.seed, new.boards, new.allow_same_owner, new.challengers)
        return Open(self.tournament_id, new.name, new.kind, new.pool, "created", *terms)

    def balances(self) -> list[VariantBalance]:
        """Return the balance of its boards; slow with many boards."""
        line_ups = ((board.variant, board.line_up) for board in self.schedule)
        terms = (self.request.challengers, self.request.allow_same_owner)
        return balances(line_ups, self.entrants, self.tables, *terms)

    def describe(self) -> Made:
        """Return the tournament without reading it back."""
        new, boards = self.request, Counter(board.variant for board in self.schedule)
        row = TournamentRow(
            self.tournament_id,
            new.name,
            new.kind,
            "created",
            new.pool,
            [table.variant for table in self.tables],
            [EntrantRow(version.id, version.bot, version.owner) for version in self.versions],
            boards=boards.total(),
            closed=0,
            games=sum(boards[index] * table.games for index, table in enumerate(self.tables)),
            created=self.created,
            priority=new.priority,
            root=self.root,
            test_seed=new.test_seed,
            deals="undrawn" if new.beacon else "operator",
            formats=[format_of(rules) for rules in self.rules],
        )
        return Made(row, self.balances())


async def begin_tournament(connection: Connection, new: CreateTournamentRequest) -> Plan:
    """Store a tournament without its boards. Raises as `Tournaments.create_tournament`."""
    if new.kind not in BUILT:
        hint = MADE_OTHERWISE.get(new.kind, "")
        raise InvalidTournamentError(f"kind: {cut(new.kind)!r} given, accepted: {', '.join(BUILT)}{hint}")
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
    seed = drawn.schedule_seed or STAND_IN
    whole = Settings(entrants, tables, new.boards, seed, new.allow_same_owner)
    terms = Terms(new.boards, new.ladder.tables, new.ladder.least, new.ladder.longest)
    schedule = await first_schedule(new.kind, new.pool, whole, new.challengers, terms)
    columns = stored_columns(new, len(entrants))
    tournament_id, created = await add_tournament(connection, columns, rules, tables, entrants, drawn)
    return Plan(new, tournament_id, created, drawn.root, seed, rules, versions, entrants, tables, schedule)


def make_tables(rules: Sequence[Rules], request: CreateTournamentRequest) -> list[Table]:
    """Return the table of each variant of the request, with its weight."""
    weights = [choice.weight for choice in request.variants]
    return [Table(each.name, sides_of(each), weight) for each, weight in zip(rules, weights, strict=True)]


def out_of_range(priority: int) -> dict[str, StoreError]:
    """Return the error for a priority out of range, by constraint."""
    return {"tournaments_priority": InvalidTournamentError(f"priority: {priority} given, -10 to 10 are accepted")}


async def add_tournament(
    connection: Connection,
    columns: Mapping[str, Any],
    rules: Sequence[Rules],
    tables: Sequence[Table],
    entrants: Sequence[Entrant],
    drawn: Drawn,
) -> tuple[int, datetime]:
    """Store a tournament without boards; return its id and the time of its creation.

    *columns*: as of `stored_columns`. Raises `NameTakenError`, `InvalidTournamentError`.
    """
    conditions = {
        "tournaments_name_unique": NameTakenError(f"tournament {columns['name']!r} exists: choose another name"),
        "tournaments_master_unique": InvalidTournamentError(
            f"{'test-seed' if columns['test_seed'] else 'master'}: it was used before: choose another, unknown one"
        ),
        **out_of_range(columns["priority"]),
    }
    with refusing(conditions):
        ((id_, created),) = await select(connection, "create_tournament", **{**columns, **vars(drawn)})
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
        await run(connection, "add_ladder", tournament_id=id_, **columns)
    return id_, created


def without_partners(rules: Sequence[Rules]) -> list[str]:
    """Return the variants without partners."""
    return [each.name for each in rules if sides_of(each) == each.seats]


async def named_versions(connection: Connection, bots: Sequence[str]) -> list[Version]:
    """Return the named versions, in order. Raises `UnknownBotError`, `InvalidTournamentError` for a repeated one."""
    versions: dict[int, Version] = {}
    for name in bots:
        version = await find_version(connection, name)
        if version.id in versions:
            raise InvalidTournamentError(f"bots: {version.bot} is named twice")
        versions[version.id] = version
    return list(versions.values())
