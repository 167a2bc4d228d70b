"""Keep practice tables, change them by moves, and let house bots think."""

import asyncio
import secrets
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Final, TypeVar

from grpc import StatusCode

from arena.guards.auth import RefusedError
from arena.guards.buckets import Buckets, monotonic_us
from arena.guards.limits import MOVES_BURST, MOVES_RATE, TABLES_BURST, TABLES_EVERY
from arena.practice import (
    MAX_CHARACTERS,
    BadTableError,
    Deal,
    Hint,
    Line,
    Marks,
    Played,
    PracticeError,
    Shown,
    Table,
    compare,
    from_text,
    played_at,
    read_answer,
    show,
    sit_down,
    to_text,
)
from arena.rules import RulesError
from arena.store import Store
from arena.store.errors import PracticeFullError, PracticeMovedError, StoreUnavailableError
from arena.store.practice.tables import ListedRow, PracticeRow, TableState
from arena.web.play.person import Person
from arena.web.serving.forms import Fields

Change = Callable[[Table], "Hint | None"]
# Every move that a form may ask for; `expert` gives hints, `simple` finishes hands.
MOVES: Final[dict[str, Callable[[Table, Fields], "Hint | None"]]] = {
    "answer": lambda table, fields: table.act(read_answer(table.game, fields.get("answer", ""))),
    "undo": lambda table, _fields: table.undo(),
    "hint": lambda table, _fields: table.hint(),
    "show": lambda table, _fields: table.show_all(),
    "claim": lambda table, _fields: table.claim(),
    "finish": lambda table, _fields: table.finish(),
}

T = TypeVar("T")

AT_ONCE: Final = 2  # tables whose bots think at once, so that other pages are answered
ID_BYTES: Final = 16
CODES: Final[dict[type[Exception], StatusCode]] = {
    PracticeError: StatusCode.INVALID_ARGUMENT,
    RulesError: StatusCode.INVALID_ARGUMENT,
    PracticeFullError: StatusCode.RESOURCE_EXHAUSTED,
    PracticeMovedError: StatusCode.FAILED_PRECONDITION,
}
AWAY: Final = "the arena cannot reach its database just now: try again in a moment"
BROKEN: Final = "this table was made by another version of the arena, and cannot be gone on with: sit down at a new one"


@dataclass(frozen=True)
class Beside:
    """A player of the same deal: *who* is "you", "you before" or "friend 1"."""

    who: str
    seat: int
    marks: Marks


@dataclass(frozen=True)
class Seen:
    """A table as its page shows it; *lines* have the points of *everybody*, *deal* ends a friend's address."""

    id: str
    version: int
    deal: str
    shown: Shown
    everybody: list[Beside]
    lines: list[Line]
    hint: Hint | None = None


class House:
    """All practice tables of the store. Every method raises `RefusedError`."""

    def __init__(self, store: Store) -> None:
        self._tables = store.practice
        # A bucket fills by a whole number a second, so its clock runs slower.
        self._new_tables = Buckets[str](TABLES_BURST, 1, lambda: monotonic_us() // TABLES_EVERY)
        self._moves = Buckets[str](MOVES_BURST, MOVES_RATE, monotonic_us)
        self._thinking = asyncio.Semaphore(AT_ONCE)

    async def sit_down(self, person: Person, deal: Deal) -> str:
        """Return the id of a new table."""
        return await self._new(person, lambda: sit_down(deal), secrets.token_urlsafe(ID_BYTES))

    async def join(self, person: Person, deal: str) -> str:
        """Return the id of a new table with the cards of *deal*."""
        row = await self._first_of(deal)
        return await self._new(person, lambda: sit_down(_read(row).deal), deal)

    async def again(self, person: Person, id: str, seat: int) -> str:
        """Return the id of a new table for the same hand with the person in *seat*."""
        row = await self._own(person, id)
        return await self._new(person, lambda: _read(row).again(seat), row.deal)

    async def invitation(self, deal: str) -> Deal:
        """Return the deal that a friend is invited to."""
        row = await self._first_of(deal)
        return await self._think(lambda: _read(row).deal)

    async def look(self, person: Person, id: str) -> Seen:
        """Return the person's table."""
        row = await self._own(person, id)
        table = await self._think(lambda: _read(row))
        return await self._show(row, table, row.version, None)

    async def change(self, person: Person, id: str, version: int, change: Change) -> Seen:
        """Store and return the person's table after *change*, if the person saw this *version* of it."""
        self._take(self._moves, person, "moves")
        row = await self._own(person, id)
        if row.version != version:
            raise RefusedError(StatusCode.FAILED_PRECONDITION, "this table has moved on in another window: reload it")

        def apply() -> tuple[Table, Hint | None, TableState]:
            table = _read(row)
            hint = change(table)
            return table, hint, _to_row(table)

        table, hint, stored = await self._think(apply)
        with _refusing():
            after = await self._tables.change(row, stored)
        return await self._show(row, table, after, hint)

    async def tables_of(self, person: Person) -> list[ListedRow]:
        """Return the person's tables, the last touched first."""
        with _refusing():
            return [] if person.is_new else await self._tables.of_person(person.id)

    async def _new(self, person: Person, make: Callable[[], Table], deal: str) -> str:
        self._take(self._new_tables, person, "tables")

        def start() -> tuple[Table, TableState]:
            table = make()
            return table, _to_row(table)

        table, stored = await self._think(start)
        id = secrets.token_urlsafe(ID_BYTES)
        with _refusing():
            await self._tables.add(id, person.id, deal, table.deal.rules.name, stored)
        return id

    async def _own(self, person: Person, id: str) -> PracticeRow:
        with _refusing():
            row = await self._tables.get(id) if "\0" not in id else None
        if row is None:
            raise RefusedError(
                StatusCode.NOT_FOUND, "There is no such table: an unused table is deleted after 30 days."
            )
        if row.person != person.id:
            line = "Another person sits at this table, in another browser. Sit down at one of your own at /play."
            raise RefusedError(StatusCode.PERMISSION_DENIED, line)
        return row

    async def _first_of(self, deal: str) -> PracticeRow:
        with _refusing():
            row = await self._tables.first_of(deal) if "\0" not in deal else None
        if row is None:
            raise RefusedError(StatusCode.NOT_FOUND, "There is no such deal: an unused deal is deleted after 30 days.")
        return row

    async def _show(self, row: PracticeRow, table: Table, version: int, hint: Hint | None) -> Seen:
        with _refusing():
            rows = await self._tables.beside(row)
        others = [
            Played(each.seat, each.first, tuple(each.points), Marks(tuple(each.opened), each.undone, each.hints))
            for each in rows
        ]
        shown, lines = await self._think(lambda: (show(table), compare(table, others)))
        everybody = [Beside("you", table.deal.seat, table.marks)]
        friends = 0
        for each, played in zip(rows, others, strict=True):
            friends += each.person != row.person
            who = "you before" if each.person == row.person else f"friend {friends}"
            everybody.append(Beside(who, played.seat, played.marks))
        return Seen(row.id, version, row.deal, shown, everybody, lines, hint)

    async def _think(self, work: Callable[[], T]) -> T:
        """Do *work*, in which bots think, in a thread."""
        async with self._thinking:
            with _refusing():
                return await asyncio.to_thread(work)

    def _take(self, buckets: Buckets[str], person: Person, what: str) -> None:
        if not buckets.take(person.sender.address):
            line = f"too many {what} came from your address: wait a minute, and go on"
            raise RefusedError(StatusCode.RESOURCE_EXHAUSTED, line, 60_000 if what == "tables" else 1_000)


def _read(row: PracticeRow) -> Table:
    try:
        return from_text(row.state)
    except BadTableError:
        raise RefusedError(StatusCode.FAILED_PRECONDITION, BROKEN) from None


def _to_row(table: Table) -> TableState:
    """Return what is stored of a table. Raises `RefusedError` if it has grown too long."""
    text, played, marks = to_text(table), played_at(table), table.marks
    if len(text) > MAX_CHARACTERS:
        raise RefusedError(StatusCode.FAILED_PRECONDITION, "this table has grown too long: sit down at a new one")
    points, opened = list(played.points), list(marks.opened)
    return TableState(text, played.seat, played.first, points, opened, marks.undone, marks.hints, table.game.is_over)


@contextmanager
def _refusing() -> Iterator[None]:
    """Turn refusals of a table or the store into `RefusedError`."""
    try:
        yield
    except StoreUnavailableError:
        raise RefusedError(StatusCode.UNAVAILABLE, AWAY, 1_000) from None
    except tuple(CODES) as problem:
        code = next(code for kind, code in CODES.items() if isinstance(problem, kind))
        raise RefusedError(code, str(problem)) from None
