"""Read tournaments with their entrants and their progress."""

from typing import Any, Final

from arena.store.database import QUERIES, Connection
from arena.store.names import unknown_tournament
from arena.store.tournaments.rows import Entrant, TournamentRow

NEWEST: Final = 2**63 - 1  # an id that no tournament has: all were made before it


async def find_tournament(connection: Connection, name: str) -> TournamentRow:
    """Return the tournament *name*. Raises `UnknownTournament`."""
    found = await list_tournaments(connection, name)
    if not found:
        raise unknown_tournament(name)
    return found[0]


async def list_tournaments(
    connection: Connection, name: str | None, before: int = NEWEST, limit: int | None = None
) -> list[TournamentRow]:
    """Return tournaments, the newest first, or the one called *name*.

    At most *limit* (None: all) with ids below *before*.
    """
    cursor = connection.cursor(row_factory=lambda _: _tournament)
    await cursor.execute(QUERIES["tournaments"], {"name": name, "before": before, "limit": limit})
    return await cursor.fetchall()


def _tournament(values: Any) -> TournamentRow:
    id_, name, kind, state, pool, created, variants, entrants, boards, closed, games, *unplayed = values
    bots = [Entrant(*entrant) for entrant in entrants]
    return TournamentRow(id_, name, kind, state, pool, variants, bots, boards, closed, games, created, *unplayed)
