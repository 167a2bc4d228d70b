"""Play benchmarks: tests on public deals against fixed opponents (docs/reference/benchmark.md)."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from arena.escapes import cut
from arena.league.benchmark import BANK_US, DEALS, MOVE_US, ONE_HAND, SEED, VERSION, VariantMissingError, in_order
from arena.league.designs.lineups import LineUp
from arena.league.entrants import Entrant
from arena.league.schedules.schedule import Schedule
from arena.league.seeds import epochs
from arena.store.accounts.versions import Version, find_own_version
from arena.store.database import Connection, Room, run, select, value
from arena.store.errors import InvalidTournamentError, QuotaUsedError
from arena.store.gates.challenges import PRIORITY, check_there
from arena.store.locks import BENCHMARK as LOCK
from arena.store.names import BENCHMARK
from arena.store.seeds.epochs import EpochReason, master_of
from arena.store.seeds.signing import KnownDeals
from arena.store.tournaments.appending import Open, store_epoch
from arena.store.tournaments.creation import add_tournament, make_tables
from arena.store.tournaments.request import check_request, stored_columns, with_defaults
from arena.store.tournaments.rows import change_state
from arena.wire.gen.tournaments_pb2 import CreateTournamentRequest, VariantChoice

MAX_ASKED: Final = 2  # unfinished benchmarks that an owner's bots may have at once


@dataclass(frozen=True)
class NewBenchmark:
    """A request to play the benchmark.

    *bot*: "name@version", or "name" for its newest version. *variants*: empty: all. *boards*: deals of each variant,
    from the first. *again*: play the benchmark even if the bot has one already.
    """

    bot: str
    version: str = VERSION
    variants: Sequence[str] = ()
    boards: int = DEALS
    again: bool = False


class Benchmarks(Room):
    """Create tournaments that play the benchmark."""

    async def create_benchmark(self, new: NewBenchmark, owner_id: int | None) -> str:
        """Start a benchmark, or find an equal existing one; return the tournament's name.

        *owner_id*: the owner who asks; None: an operator. Raises `InvalidTournamentError`, `UnknownBotError`,
        `NotYourBotError`, `QuotaUsedError`; `NotConnectedError` if a participant is not connected.
        """
        variants = _check_variants(new)
        async with self.transaction() as connection:
            await run(connection, "lock", key=LOCK)
            version = await find_own_version(connection, new.bot, owner_id)
            if version.members:
                raise InvalidTournamentError(f"{version.bot} is a pair: a bot is measured, which is both partners")
            of = {"version_id": version.id, "test_seed": SEED, "variants": variants, "boards": new.boards}
            name = None if new.again else await value(connection, "benchmark_of", **of)
            if name is not None:
                return str(name)
            if owner_id is not None:
                await _check_room(connection, owner_id)
            return await _start(connection, version, variants, new.boards)


def _check_variants(new: NewBenchmark) -> list[str]:
    if new.version != VERSION:
        raise InvalidTournamentError(
            f"benchmark: {cut(new.version)!r} asked for, this release of the arena has {VERSION}"
        )
    if not 1 <= new.boards <= DEALS:
        raise InvalidTournamentError(f"boards: {new.boards} given, 1 to {DEALS} deals of each variant are accepted")
    try:
        return in_order(new.variants)
    except VariantMissingError as none:
        raise InvalidTournamentError(f"variants: {none}") from None


async def _check_room(connection: Connection, owner_id: int) -> None:
    under_way = await value(connection, "benchmarks_under_way", owner_id=owner_id)
    if under_way >= MAX_ASKED:
        hint = "wait, or end one with `arena tournament withdraw NAME BOT`"
        raise QuotaUsedError(f"{under_way} benchmarks of your bots are under way, {MAX_ASKED} are allowed: {hint}")


async def _start(connection: Connection, version: Version, variants: Sequence[str], boards: int) -> str:
    name = str(await value(connection, "next_name", stem="benchmark"))
    request = CreateTournamentRequest(
        name=name,
        variants=[VariantChoice(variant=variant, options=json.dumps(ONE_HAND)) for variant in variants],
        boards=boards,
        kind="benchmark",
        allow_same_owner=True,
        test_seed=SEED,
        priority=PRIORITY,
    )
    request.move_time.FromMicroseconds(MOVE_US)
    request.bank.FromMicroseconds(BANK_US)
    new = with_defaults(request)
    rules = check_request(new)
    tables = make_tables(rules, new)
    opponents = await _opponents(connection, version, max(table.bots for table in tables) - 1)
    entrants = [version.entrant, *opponents]
    mix = epochs.mix_of_name(name)
    known = {"master": master_of("", ""), "secrets_root": None, "mix": mix, "schedule_seed": SEED}
    columns = stored_columns(new, len(entrants)) | known
    tournament_id = await add_tournament(connection, columns, rules, tables, entrants)
    line_ups = [[LineUp(tuple(range(table.bots)), boards)] for table in tables]
    schedule = Schedule([entrant.id for entrant in entrants], tables, line_ups, SEED)
    into = Open(tournament_id, name, new.kind, new.pool, "created", SEED, boards, allow_same_owner=True)
    deals = KnownDeals(tournament_id, SEED)
    await store_epoch(connection, into, entrants, tables, schedule, deals, EpochReason("first"))
    await change_state(connection, name, ["created"], "running")
    await run(connection, "analyze_schedule")
    await check_there(connection, tournament_id, "a benchmark")
    return name


async def _opponents(connection: Connection, version: Version, wanted: int) -> list[Entrant]:
    parameters = {"owner": BENCHMARK, "version_ids": [version.id], "admitted": False}
    rows = await select(connection, "newest_of_owner", **parameters)
    if len(rows) < wanted:
        hint = 'an operator registers them (docs/reference/benchmark.md, "On a service")'
        missing = f"the owner {BENCHMARK} has {len(rows)} bots, and {wanted} sit with {version.bot}"
        raise InvalidTournamentError(f"opponents: {missing}: {hint}")
    return [Entrant(id_, owner) for id_, owner, _ in rows[:wanted]]
