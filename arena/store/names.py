"""Resolve the name of a tournament to its id."""

from arena.store.database import Connection, value
from arena.store.errors import UnknownTournament


async def tournament_id(connection: Connection, name: str) -> int:
    """Return the id of the tournament *name*, without reading its boards.

    Raises `UnknownTournament`.
    """
    found = await value(connection, "tournament_id", name=name)
    if found is None:
        raise unknown_tournament(name)
    return int(found)


def unknown_tournament(name: str) -> UnknownTournament:
    """Return the condition that no tournament has that name."""
    return UnknownTournament(f"there is no tournament {name!r}: look at the list of tournaments for those there are")
