"""Tournaments by their names, for all who are told one."""

from typing import Any, Final

from arena.store.database import Connection, value
from arena.store.errors import UnknownTournament
from arena.store.queries import QUERIES
from arena.store.rows import Entrant, TournamentRow

NEWEST: Final = 2**63 - 1  # an id that no tournament has: all were made before it


async def find_tournament(connection: Connection, name: str) -> TournamentRow:
    """The tournament of that name. Raises `UnknownTournament`."""
    found = await list_tournaments(connection, name)
    if not found:
        raise unknown_tournament(name)
    return found[0]


async def tournament_id(connection: Connection, name: str) -> int:
    """The id of the tournament of that name, without a look at its boards. Raises `UnknownTournament`."""
    found = await value(connection, "tournament_id", name=name)
    if found is None:
        raise unknown_tournament(name)
    return int(found)


async def list_tournaments(
    connection: Connection, name: str | None, before: int = NEWEST, limit: int | None = None
) -> list[TournamentRow]:
    """Newest first: those of *name*, or all; at most *limit* made before the one of the id *before*."""
    cursor = connection.cursor(row_factory=lambda _: _tournament)
    await cursor.execute(QUERIES["tournaments"], {"name": name, "before": before, "limit": limit})
    return await cursor.fetchall()


def _tournament(values: Any) -> TournamentRow:
    """A row of the query `tournaments`."""
    id_, name, kind, state, pool, created, variants, entrants, boards, closed, games, *unplayed = values
    bots = [Entrant(*entrant) for entrant in entrants]
    return TournamentRow(id_, name, kind, state, pool, variants, bots, boards, closed, games, created, *unplayed)


def unknown_tournament(name: str) -> UnknownTournament:
    """That there is none of that name."""
    return UnknownTournament(f"there is no tournament {name!r}: look at the list of tournaments for those there are")
