"""Pools: who may play with whom on one deal (docs/explanation/pools.md)."""

from collections.abc import Sequence
from dataclasses import replace

from arena.escapes import cut
from arena.league.designs.lineups import Table
from arena.league.entrants import Entrant
from arena.league.errors import TooFewEntrants
from arena.league.schedules.open_pool import tables_for
from arena.rules import Rules, sides_of
from arena.store.errors import InvalidTournament
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
