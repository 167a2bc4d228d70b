"""Resolve the names of a tournament and of its bots to their ids."""

from arena.store.database import Connection, value
from arena.store.errors import UnknownBot, UnknownTournament


async def tournament_id(connection: Connection, name: str) -> int:
    """Return the id of the tournament *name*, without reading its boards.

    Raises `UnknownTournament`.
    """
    found = await value(connection, "tournament_id", name=name)
    if found is None:
        raise unknown_tournament(name)
    return int(found)


async def entrant_id(connection: Connection, tournament: int, bot: str, name: str) -> int:
    """Return the id of an entrant of the tournament of that id and *name*.

    *bot*: "name@version", or "name" for its newest there. Raises `UnknownBot`.
    """
    found = await value(connection, "find_entrant", tournament_id=tournament, bot=bot)
    if found is None:
        raise UnknownBot(f"bot {bot!r} does not take part in tournament {name!r}")
    return int(found)


def unknown_tournament(name: str) -> UnknownTournament:
    """Return the condition that no tournament has that name."""
    return UnknownTournament(f"there is no tournament {name!r}: look at the list of tournaments for those there are")
