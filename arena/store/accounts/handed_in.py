"""Versions that were handed in: which they are, and whether they may play."""

from collections.abc import Iterable
from dataclasses import dataclass

from arena.store.database import Connection, Room, fetch, run
from arena.store.errors import InvalidTournament


@dataclass(frozen=True)
class HandedIn:
    """A version that was handed in; *state* is waiting, admitted, refused or withdrawn."""

    version_id: int
    bot: str  # "name@version"
    state: str


class HandedInVersions(Room):
    """Versions that runners play."""

    async def handed_in(self, bot: str) -> HandedIn | None:
        """Return what "name@version" is; None where it was not handed in."""
        async with self.transaction() as connection:
            found = await fetch(connection, HandedIn, "handed_in", bot=bot)
        return found[0] if found else None


async def check_admitted(connection: Connection, version_ids: Iterable[int]) -> None:
    """Check that all versions, and the members of pairs, may play in the pool closed.

    Raises `InvalidTournament`, which names those that may not.
    """
    rows = await (await run(connection, "not_admitted", version_ids=list(version_ids))).fetchall()
    if rows:
        named = ", ".join(f"{bot} ({state})" for bot, state in rows)
        raise InvalidTournament(
            f"pool: closed is for bots that were handed in and admitted, and these are not: {named}:"
            " hand them in with `arena bot submit`"
        )
