"""Export a tournament's settings and boards, so that anybody can check its records."""

from collections.abc import AsyncIterator
from typing import Any

from arena.store.database import Connection, Room, fetch, value
from arena.store.names import tournament_id

PAGE = 500  # boards read at a time


Exported = dict[str, Any]  # by column of the query, as the lines of an export have them


async def settings_of(connection: Connection, tournament: int) -> Exported:
    """Return the settings that determine a tournament's line-ups (docs/explanation/seeds.md)."""
    (settings,) = await fetch(connection, Exported, "settings_to_export", tournament_id=tournament)
    return settings


class Exporting(Room):
    """Export tournaments for external checks."""

    async def exported_settings(self, name: str) -> Exported:
        """Return the settings that determine a tournament's line-ups. Raises `UnknownTournamentError`."""
        async with self.transaction() as connection:
            return await settings_of(connection, await tournament_id(connection, name))

    async def exported_conduct(self, name: str) -> list[Exported]:
        """Return the counts behind the marks of a tournament's tables, in the order of its variants.

        Raises `UnknownTournamentError`.
        """
        async with self.transaction() as connection:
            id_ = await tournament_id(connection, name)
            return await fetch(connection, Exported, "conduct_to_export", tournament_id=id_)

    async def settled(self, name: str) -> int | None:
        """Return a tournament's position among settled ones, or None. Raises `UnknownTournamentError`."""
        async with self.transaction() as connection:
            id_ = await tournament_id(connection, name)
            place: int | None = await value(connection, "settled_place", tournament_id=id_)
        return place

    async def exported_boards(self, name: str) -> AsyncIterator[Exported]:
        """Yield a tournament's boards in schedule order; no connection is in use between pages.

        Bots are "name@version", and values that are not public yet are None. Raises `UnknownTournamentError`.
        """
        async with self.transaction() as connection:
            id_ = await tournament_id(connection, name)
        after = -1
        while True:
            key = {"tournament_id": id_, "after": after, "limit": PAGE}
            page = await self._fetch(Exported, "boards_to_export", **key)
            for board in page:
                yield board
            if len(page) < PAGE:
                return
            after = page[-1]["number"]
