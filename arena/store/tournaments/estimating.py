"""Estimate a tournament's balance and duration before it is created."""

import asyncio
from collections.abc import Sequence

from psycopg.types.json import Jsonb

from arena.league.schedules.balance import Balance, OpenBalance
from arena.league.schedules.estimate import Pace, blocks_of, duration, volumes
from arena.rules import Rules, new_game, options_of, play_out, sides_of
from arena.store.database import Connection, Room, select
from arena.store.play.claims import TABLES
from arena.store.scales import format_of
from arena.store.tournaments.creation import Plan, begin_tournament
from arena.store.tournaments.request import with_defaults
from arena.wire.gen.tournaments_pb2 import CreateTournamentRequest, EstimateTournamentResponse, VariantEstimate

ENOUGH = 3  # measured blocks needed for a measured pace
SEATS = 16  # assumed seats of an unconnected bot: the kit's default
BLOCKS_OF_A_WORKER = 32  # blocks that a worker plays at once (workers/process/app.py)
SAMPLE = 3  # random games that estimate the number of decisions of an unmeasured variant
QUICK_S, SLOW_S = 0.002, 0.1  # assumed seconds per decision of quick and of slow bots


class Estimating(Room):
    """Estimate tournaments without creating them."""

    async def estimate_tournament(
        self, request: CreateTournamentRequest
    ) -> tuple[EstimateTournamentResponse, list[Balance | OpenBalance]]:
        """Estimate a tournament as `create_tournament` would create it, and store nothing. Raises the same errors.

        Returns the answer without its balances, and the balances.
        """
        async with self.transaction() as connection, connection.transaction(force_rollback=True):
            plan = await begin_tournament(connection, with_defaults(request))
            paces = [await _pace(connection, rules, plan) for rules in plan.rules]
            seats = await _seats(connection, plan)
            ((workers, busy),) = await select(connection, "workers")
        return await asyncio.to_thread(_estimate, plan, paces, seats, workers, busy)


def _estimate(
    plan: Plan, paces: Sequence[tuple[Pace, str, int]], seats: dict[tuple[int, str], int], workers: int, busy: int
) -> tuple[EstimateTournamentResponse, list[Balance | OpenBalance]]:
    blocks = blocks_of(plan.schedule)
    rooms = {
        (index, entrant.id): max(1, seats.get((entrant.id, rules.name), SEATS) * sides_of(rules) / rules.seats)
        for index, rules in enumerate(plan.rules)
        for entrant in plan.entrants
    }
    at_once = BLOCKS_OF_A_WORKER * max(1, workers)
    seconds = duration(blocks, plan.tables, [pace for pace, _, _ in paces], rooms, TABLES, at_once)
    variants = [
        VariantEstimate(
            variant=rules.name,
            format=format_of(rules),
            source=source,
            measured=measured,
            least_s=pace.least,
            most_s=pace.most,
            **vars(volume),
        )
        for rules, volume, (pace, source, measured) in zip(plan.rules, volumes(blocks, plan.tables), paces, strict=True)
    ]
    connected = {version_id for version_id, _ in seats}
    answer = EstimateTournamentResponse(
        variants=variants,
        least_s=seconds.least,
        most_s=seconds.most,
        offline=[bot for version_id, bot in plan.bots.items() if version_id not in connected],
        assumed_seats=SEATS,
        workers=workers,
        busy_workers=busy,
    )
    return answer, plan.balances()


async def _pace(connection: Connection, rules: Rules, plan: Plan) -> tuple[Pace, str, int]:
    """Return the pace of these bots, else of others, else an assumed one; its source; its measured blocks."""
    parameters = {"variant": rules.name, "options": Jsonb(options_of(rules))}
    sources = (("these bots", [entrant.id for entrant in plan.entrants]), ("other bots", None))
    for source, version_ids in sources:
        ((blocks, least, most),) = await select(connection, "pace", version_ids=version_ids, **parameters)
        if blocks >= ENOUGH:
            return Pace(least, most), source, blocks
    decisions = await asyncio.to_thread(_decisions, rules)
    return Pace(QUICK_S * decisions, SLOW_S * decisions), "assumed", 0


def _decisions(rules: Rules) -> float:
    total = 0
    for seed in range(SAMPLE):
        game = new_game(rules, bytes([seed]) * 32)
        play_out(game, seed)
        total += len(game.actions)
    return total / SAMPLE


async def _seats(connection: Connection, plan: Plan) -> dict[tuple[int, str], int]:
    rows = await select(connection, "capacities", version_ids=[entrant.id for entrant in plan.entrants])
    return {(version_id, variant): int(capacity) for version_id, variant, capacity in rows}
