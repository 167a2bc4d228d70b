"""Ids of tournaments by their names, for all who are told one."""

from arena.store.database import Connection, value
from arena.store.errors import UnknownTournament


async def tournament_id(connection: Connection, name: str) -> int:
    """The id of the tournament of that name, without a look at its boards. Raises `UnknownTournament`."""
    found = await value(connection, "tournament_id", name=name)
    if found is None:
        raise unknown_tournament(name)
    return int(found)


def unknown_tournament(name: str) -> UnknownTournament:
    """That there is none of that name."""
    return UnknownTournament(f"there is no tournament {name!r}: look at the list of tournaments for those there are")
