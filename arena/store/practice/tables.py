"""Practice tables, which expire a month after their last change."""

from dataclasses import asdict, dataclass
from datetime import datetime, timedelta
from typing import Final

from arena.store.database import Room, run, value
from arena.store.errors import PracticeFullError, PracticeMovedError

LASTS: Final = timedelta(days=30)  # time from a table's last change to its deletion
MOST: Final = 100_000  # tables of all people
LISTED: Final = 20  # tables shown to a person
BESIDE: Final = 8  # other tables of the same deal


@dataclass(frozen=True)
class TableState:
    """The changing part of a table: its replay, and its results for comparison."""

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
    """A stored table; *person* is a SHA-256."""

    id: str
    person: bytes
    deal: str
    state: str
    version: int


@dataclass(frozen=True)
class OtherTableRow:
    """Another table's results on the same deal, in hands from number *first* on."""

    person: bytes
    seat: int
    first: int
    points: list[int]
    opened: list[int]
    undone: int
    hints: int


@dataclass(frozen=True)
class ListedRow:
    """A table in a person's list."""

    id: str
    variant: str
    points: list[int]
    is_over: bool
    touched: datetime


class PracticeTables(Room):
    """Practice tables; no other table of the database refers to them."""

    async def add(self, id: str, person: bytes, deal: str, variant: str, state: TableState) -> None:
        """Store a new table, and drop those unchanged for `LASTS`. Raises `PracticeFullError` at `MOST` tables."""
        async with self.transaction() as connection:
            await run(connection, "drop_old_practice", lasts=LASTS)
            if await value(connection, "count_practice") >= MOST:
                raise PracticeFullError(f"all {MOST:,} practice tables are taken: try again tomorrow")
            new = {"id": id, "person": person, "deal": deal, "variant": variant, **asdict(state)}
            await run(connection, "add_practice", **new)

    async def get(self, id: str) -> PracticeRow | None:
        """Return a table, or None."""
        return next(iter(await self._fetch(PracticeRow, "practice_of", id=id, lasts=LASTS)), None)

    async def change(self, row: PracticeRow, state: TableState) -> int:
        """Store the changed *row*; return the table's new version.

        Raises `PracticeMovedError` if another version is stored by now, or none.
        """
        version = await self._value("change_practice", id=row.id, version=row.version, **asdict(state))
        if version is None:
            raise PracticeMovedError("this table changed in another window: reload the page")
        return int(version)

    async def first_of(self, deal: str) -> PracticeRow | None:
        """Return the oldest table of a deal, or None."""
        return next(iter(await self._fetch(PracticeRow, "practice_of_deal", deal=deal, lasts=LASTS)), None)

    async def beside(self, row: PracticeRow) -> list[OtherTableRow]:
        """Return other tables' results on the same deal, the oldest first.

        A person's own other tables are included only if a hand of them is over.
        """
        which = {"deal": row.deal, "id": row.id, "person": row.person, "lasts": LASTS, "most": BESIDE}
        return await self._fetch(OtherTableRow, "practice_beside", **which)

    async def of_person(self, person: bytes) -> list[ListedRow]:
        """Return a person's tables, the last changed first."""
        return await self._fetch(ListedRow, "practice_of_person", person=person, lasts=LASTS, most=LISTED)
