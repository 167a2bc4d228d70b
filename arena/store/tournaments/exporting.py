"""Export a tournament's settings and boards, so that anybody can check its records."""

from collections.abc import AsyncIterator
from dataclasses import dataclass
from typing import Any

from arena.store.database import Connection, Room, fetch, value
from arena.store.names import tournament_id

PAGE = 500  # boards read at a time


@dataclass(frozen=True)
class ExportedSettings:
    """The settings that determine a tournament's line-ups.

    *variants*, *entrants*, *ladder*: as described in docs/explanation/seeds.md. *deals*: a gate's maximum; None for
    other kinds.
    """

    kind: str
    pool: str
    boards_each: int
    challengers: int
    allow_same_owner: bool
    ladder: dict[str, int] | None
    deals: int | None
    variants: list[dict[str, Any]]
    entrants: list[dict[str, Any]]


@dataclass(frozen=True)
class ExportedConduct:
    """The counts behind the marks of a variant's tables, as of too many fallbacks or too much lag.

    *lag*: the sum over *looks* checks of the share of time for which a gateway was blocked. *bots*: each bot's counts.
    """

    variant: str
    looks: int
    lag: float
    bots: list[dict[str, Any]]


@dataclass(frozen=True)
class ExportedBoard:
    """A board, with "name@version" for bots. Fields that are not public yet are None.

    *block*: the number of the first board of its block. *absent*: bots that forfeited it. *games*: ids of its records,
    in order of rotations or tables. *house*: the sum of the house bot's points in all seats, if it has played the deal.
    """

    number: int
    epoch: int
    deal: int
    variant: str
    tables: int
    state: str
    commitment: bytes
    seed: bytes | None
    block: int | None
    line_up: list[str] | None
    sitting: list[str] | None
    absent: list[str] | None
    games: list[str] | None
    voids: list[dict[str, Any]]
    house: int | None


async def settings_of(connection: Connection, tournament: int) -> ExportedSettings:
    """Return the settings that determine the line-ups of the tournament with this id."""
    (settings,) = await fetch(connection, ExportedSettings, "settings_to_export", tournament_id=tournament)
    return settings


class Exporting(Room):
    """Export tournaments for external checks."""

    async def exported_settings(self, name: str) -> ExportedSettings:
        """Return the settings that determine a tournament's line-ups. Raises `UnknownTournamentError`."""
        async with self.transaction() as connection:
            return await settings_of(connection, await tournament_id(connection, name))

    async def exported_conduct(self, name: str) -> list[ExportedConduct]:
        """Return the counts behind the marks of a tournament's tables, in the order of its variants.

        Raises `UnknownTournamentError`.
        """
        async with self.transaction() as connection:
            id_ = await tournament_id(connection, name)
            return await fetch(connection, ExportedConduct, "conduct_to_export", tournament_id=id_)

    async def settled(self, name: str) -> int | None:
        """Return a tournament's position among settled ones, or None. Raises `UnknownTournamentError`."""
        async with self.transaction() as connection:
            id_ = await tournament_id(connection, name)
            place: int | None = await value(connection, "settled_place", tournament_id=id_)
        return place

    async def exported_boards(self, name: str) -> AsyncIterator[ExportedBoard]:
        """Yield a tournament's boards in schedule order; no connection is in use between pages.

        Raises `UnknownTournamentError`.
        """
        async with self.transaction() as connection:
            id_ = await tournament_id(connection, name)
        after = -1
        while True:
            key = {"tournament_id": id_, "after": after, "limit": PAGE}
            page = await self._fetch(ExportedBoard, "boards_to_export", **key)
            for board in page:
                yield board
            if len(page) < PAGE:
                return
            after = page[-1].number
