"""Kinds of tournaments, and pools: what each needs."""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

from arena.escapes import cut
from arena.league.designs.lineups import Table
from arena.league.entrants import Entrant
from arena.league.errors import TooFewEntrants
from arena.league.ratings.tally import LineUpTally
from arena.league.schedules.ladder import Terms
from arena.league.schedules.open_pool import tables_for
from arena.league.schedules.rounds import ladder_schedule, swiss_schedule
from arena.league.schedules.schedule import Schedule
from arena.league.schedules.swiss import rounds_for
from arena.league.seeds.epochs import SCHEDULE
from arena.rules import Rules, sides_of
from arena.store.errors import InvalidTournament
from arena.store.tournaments.extending import Settings, gauntlet, open_round_robin, planned, round_robin
from arena.store.tournaments.rows import NewTournament

POOLS = ("trust", "open", "closed")


def check_pool(new: NewTournament) -> None:
    """Check a tournament's pool, and the settings that belong to one.

    Raises `InvalidTournament` for a pool that is not accepted, and for settings that it does not
    have.
    """
    if new.pool not in POOLS:
        raise InvalidTournament(f"pool: {cut(new.pool)!r} given, accepted: {', '.join(POOLS)}")
    if new.pool != "open":
        if new.tables_per_board:
            given = f"tables-per-board: {new.tables_per_board} given"
            raise InvalidTournament(f"{given}, and only a board of the pool open has several")
        return
    if new.kind != "round-robin":
        raise InvalidTournament(f"kind: {cut(new.kind)!r} given, the pool open has round-robin only")
    if new.allow_same_owner:
        raise InvalidTournament("allow-same-owner: in the pool open an owner meets a deal once: leave it out")
    if new.tables_per_board == 1 or new.tables_per_board < 0:
        given = f"tables-per-board: {new.tables_per_board} given"
        raise InvalidTournament(f"{given}, a board of the pool open is played at 2 or more")


def with_tables(
    new: NewTournament, rules: Sequence[Rules], entrants: Sequence[Entrant], tables: Sequence[Table]
) -> list[Table]:
    """Return the tables as the tournament's pool has them.

    Raises `InvalidTournament`.
    """
    if new.pool != "open":
        return list(tables)
    for each in rules:
        if sides_of(each) < each.seats and not all(_is_of_two(entrant) for entrant in entrants):
            raise InvalidTournament(
                f"pool: in {each.name} a bot that is its own partner holds two hands of a deal: in the pool open pairs"
                " of two owners' bots may play it; trust lets any"
            )
    try:
        return [replace(table, tables_per_board=tables_for(entrants, table, new.tables_per_board)) for table in tables]
    except TooFewEntrants as error:
        raise InvalidTournament(f"bots: {error}") from error


def _is_of_two(entrant: Entrant) -> bool:
    return bool(entrant.members) and entrant.other_owner is not None


MOST_ROUNDS = SCHEDULE  # each is an epoch


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


def rounds_of(new: NewTournament, entrants: int) -> int | None:
    """Return how many rounds a tournament will have.

    Of a Swiss as many as tell the best, where it does not say; of a ladder None, which is no end,
    where it does not say; of others 1.
    """
    if new.kind == "swiss":
        return new.rounds or rounds_for(entrants)
    return (new.rounds or None) if new.kind == "ladder" else 1


def check_kind(new: NewTournament) -> None:
    """Refuse settings of other kinds than the tournament's.

    Who gives them means something else. Raises `InvalidTournament`.
    """
    if (new.kind == "gauntlet") != (new.challengers > 0):
        raise InvalidTournament("challengers: a gauntlet has at least one, and no other kind has any")
    if new.rounds and new.kind not in ("swiss", "ladder"):
        raise InvalidTournament(f"rounds: {new.rounds} given, and a {new.kind} has none: swiss and ladder have")
    if not 0 <= new.rounds <= MOST_ROUNDS:
        raise InvalidTournament(f"rounds: {new.rounds} given, 1 to {MOST_ROUNDS} are accepted")
    if min(new.ladder_tables, new.least) < 0 or new.longest < 1:
        raise InvalidTournament("tables, least: at least 0; longest: at least 1")
