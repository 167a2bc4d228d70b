"""Kinds of tournaments, and pools: the tables and the first boards of each."""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

from arena.league.designs.lineups import Table
from arena.league.entrants import Entrant
from arena.league.errors import TooFewEntrants
from arena.league.ratings.tally import LineUpTally
from arena.league.schedules.ladder import Terms
from arena.league.schedules.open_pool import tables_for
from arena.league.schedules.rounds import ladder_schedule, swiss_schedule
from arena.league.schedules.schedule import Schedule
from arena.rules import Rules, sides_of
from arena.store.errors import InvalidTournament
from arena.store.tournaments.extending import Settings, gauntlet, open_round_robin, planned, round_robin
from arena.wire.gen.tournaments_pb2 import CreateTournamentRequest


def with_tables(
    request: CreateTournamentRequest, rules: Sequence[Rules], entrants: Sequence[Entrant], tables: Sequence[Table]
) -> list[Table]:
    """Return the tables as the tournament's pool has them.

    Raises `InvalidTournament`.
    """
    if request.pool != "open":
        return list(tables)
    for each in rules:
        if sides_of(each) < each.seats and not all(_is_of_two(entrant) for entrant in entrants):
            raise InvalidTournament(
                f"pool: in {each.name} a bot that is its own partner holds two hands of a deal: in the pool open pairs"
                " of two owners' bots may play it; trust lets any"
            )
    try:
        return [
            replace(table, tables_per_board=tables_for(entrants, table, request.tables_per_board)) for table in tables
        ]
    except TooFewEntrants as error:
        raise InvalidTournament(f"bots: {error}") from error


def _is_of_two(entrant: Entrant) -> bool:
    return bool(entrant.members) and entrant.other_owner is not None


async def first_schedule(kind: str, pool: str, whole: Settings, challengers: int, terms: Terms | None) -> Schedule:
    """Return the boards that a tournament begins with.

    All of a round robin and a gauntlet, the first round or batch of others. *challengers*: of a
    gauntlet. *terms*: of a ladder. Raises `InvalidTournament`.
    """
    if pool == "open":
        return await open_round_robin(whole)
    if kind == "round-robin":
        return await round_robin(whole)
    if kind == "gauntlet":
        return await gauntlet(whole, challengers)
    entrants, tables, here = whole.entrants, whole.tables, range(len(whole.entrants))
    if kind == "swiss":
        settings = (tables, whole.boards, whole.seed, whole.allow_same_owner)
        return await planned(partial(swiss_schedule, entrants, here, *settings, played=[[] for _ in tables], had={}))
    assert terms is not None, "a ladder has them"
    nobody_met: list[list[LineUpTally]] = [[] for _ in tables]
    settings_of = (tables, terms, whole.seed, whole.allow_same_owner, nobody_met, [dict[int, int]() for _ in tables])
    schedule = await planned(partial(ladder_schedule, entrants, [here] * len(tables), *settings_of, had={}))
    if not len(schedule):
        raise InvalidTournament(
            "bots: no table can be made of them: enter more, or of more owners (--allow-same-owner)"
        )
    return schedule
