"""Store practice tables, which expire a month after their last change."""

from dataclasses import asdict, dataclass
from datetime import datetime, timedelta
from typing import Final

from arena.store.database import Room, run, value
from arena.store.errors import PracticeFullError, PracticeMovedError

LASTS: Final = timedelta(days=30)  # time from a table's last change to its deletion
MOST: Final = 100_000  # maximum of stored tables
LISTED: Final = 200  # tables in a person's list and results
BESIDE: Final = 8  # other tables of the same deal that a comparison shows


@dataclass(frozen=True)
class TableState:
    """The changing part of a practice table: the game's replay, and results to compare with other tables.

    *state*: the replay as JSON. *first*: the number of the first hand in *points*. *undone*, *hints*: how often used.
    """

    state: str
    seat: int
    first: int
    points: list[int]
    opened: list[int]
    undone: int
    hints: int
    is_over: bool


@dataclass(frozen=True)
class PracticeRow:
    """A stored practice table. *person*: the SHA-256 that identifies the player. *version*: rises with each change."""

    id: str
    person: bytes
    deal: str
    state: str
    version: int


@dataclass(frozen=True)
class OtherTableRow:
    """The results of another table on the same deal, in hands from number *first* on."""

    person: bytes
    seat: int
    first: int
    points: list[int]
    opened: list[int]
    undone: int
    hints: int


@dataclass(frozen=True)
class ListedRow:
    """A practice table in a person's list."""

    id: str
    variant: str
    points: list[int]
    is_over: bool
    touched: datetime


class PracticeTables(Room):
    """Store and read practice tables; no other database table refers to them."""

    async def add(self, id: str, person: bytes, deal: str, variant: str, state: TableState) -> None:
        """Store a new table; delete those unchanged for `LASTS`. Raises `PracticeFullError` if `MOST` are stored."""
        async with self.transaction() as connection:
            await run(connection, "drop_old_practice", lasts=LASTS)
            if await value(connection, "count_practice") >= MOST:
                raise PracticeFullError(f"all {MOST:,} practice tables are taken: try again tomorrow")
            new = {"id": id, "person": person, "deal": deal, "variant": variant, **asdict(state)}
            await run(connection, "add_practice", **new)

    async def get(self, id: str) -> PracticeRow | None:
        """Return the table with this id; None if it does not exist."""
        return next(iter(await self._fetch(PracticeRow, "practice_of", id=id, lasts=LASTS)), None)

    async def change(self, row: PracticeRow, state: TableState) -> int:
        """Store the new *state* of a table; return the table's new version.

        Raises `PracticeMovedError` if the stored version differs from that of *row*, or the table was deleted.
        """
        version = await self._value("change_practice", id=row.id, version=row.version, **asdict(state))
        if version is None:
            raise PracticeMovedError("this table changed in another window: reload the page")
        return int(version)

    async def first_of(self, deal: str) -> PracticeRow | None:
        """Return the oldest table of a deal; None if no table has this deal."""
        return next(iter(await self._fetch(PracticeRow, "practice_of_deal", deal=deal, lasts=LASTS)), None)

    async def beside(self, row: PracticeRow) -> list[OtherTableRow]:
        """Return the results of other tables on the deal of *row*, the oldest first.

        The person's own other tables are included only if at least one hand has ended at them.
        """
        which = {"deal": row.deal, "id": row.id, "person": row.person, "lasts": LASTS, "most": BESIDE}
        return await self._fetch(OtherTableRow, "practice_beside", **which)

    async def of_person(self, person: bytes) -> list[ListedRow]:
        """Return a person's tables, the most recently changed first."""
        return await self._fetch(ListedRow, "practice_of_person", person=person, lasts=LASTS, most=LISTED)
