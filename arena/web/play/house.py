"""House bots at a table, and the moves they make."""

import asyncio
import secrets
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Final, TypeVar

from grpc import StatusCode

from arena.guards.auth import Refused
from arena.guards.buckets import Buckets, monotonic_us
from arena.guards.limits import MOVES_BURST, MOVES_RATE, TABLES_BURST, TABLES_EVERY
from arena.practice import (
    MOST_CHARACTERS,
    BadTable,
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
from arena.store.errors import PracticeFull, PracticeMoved, StoreUnavailable
from arena.store.practice.tables import BesideRow, Kept, ListedRow, PracticeRow
from arena.web.play.person import Person
from arena.web.serving.forms import Told

Move = Callable[[Table, Told], "Hint | None"]


def answer(table: Table, told: Told) -> None:
    """Answer the open decision."""
    table.act(read_answer(table.game, told.get("answer", "")))


def undo(table: Table, _told: Told) -> None:
    """Take the last decision back."""
    table.undo()


def hint(table: Table, _told: Told) -> Hint:
    """Say what `expert` would do."""
    return table.hint()


def show_all(table: Table, _told: Told) -> None:
    """Show all cards of this hand."""
    table.show_all()


def claim(table: Table, _told: Told) -> None:
    """Take all tricks that are left, if they are sure."""
    table.claim()


def finish(table: Table, _told: Told) -> None:
    """Let `simple` play the hand out."""
    table.finish()


MOVES: Final[dict[str, Move]] = {
    "answer": answer,
    "undo": undo,
    "hint": hint,
    "show": show_all,
    "claim": claim,
    "finish": finish,
}


T = TypeVar("T")
Change = Callable[[Table], "Hint | None"]

AT_ONCE: Final = 2  # tables whose bots think at the same time: the other pages wait for them
ID_BYTES: Final = 16
CODES: Final[dict[type[Exception], StatusCode]] = {
    PracticeError: StatusCode.INVALID_ARGUMENT,
    RulesError: StatusCode.INVALID_ARGUMENT,
    PracticeFull: StatusCode.RESOURCE_EXHAUSTED,
    PracticeMoved: StatusCode.FAILED_PRECONDITION,
}
AWAY: Final = "the arena cannot reach its database just now: try again in a moment"
BROKEN: Final = "this table was made by another version of the arena, and cannot be gone on with: sit down at a new one"


@dataclass(frozen=True)
class Beside:
    """Somebody at the same deal: *who* is "you", "you before" or "friend 1"; points as in lines."""

    who: str
    seat: int
    marks: Marks


@dataclass(frozen=True)
class Seen:
    """A table as its page shows it.

    *lines* have the points of each of *everybody*, in that order, hand by hand. *deal* ends the
    address that a friend gets. *hint* is what was asked for last, if it was.
    """

    id: str
    version: int
    deal: str
    shown: Shown
    everybody: list[Beside]
    lines: list[Line]
    hint: Hint | None = None


class House:
    """All practice tables of the store. Every method raises `Refused`."""

    def __init__(self, store: Store) -> None:
        self._kept = store.practice
        # A bucket counts in whole ones a second: of slower seconds it fills more slowly.
        self._tables = Buckets[str](TABLES_BURST, 1, lambda: monotonic_us() // TABLES_EVERY)
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
        """Return the id of a new table for the same hand, the person in *seat*."""
        row = await self._own(person, id)
        return await self._new(person, lambda: _read(row).again(seat), row.deal)

    async def invitation(self, deal: str) -> Deal:
        """Return what a friend is invited to."""
        row = await self._first_of(deal)
        return await self._think(lambda: _read(row).deal)

    async def look(self, person: Person, id: str) -> Seen:
        """Return the person's table."""
        row = await self._own(person, id)
        table = await self._think(lambda: _read(row))
        return await self._seen(row, table, row.version, None)

    async def change(self, person: Person, id: str, version: int, change: Change) -> Seen:
        """Return the person's table after *change*, which is kept.

        Refused where the person saw another version of it.
        """
        self._take(self._moves, person, "moves")
        row = await self._own(person, id)
        if row.version != version:
            raise Refused(StatusCode.FAILED_PRECONDITION, "this table has moved on in another window: reload it")

        def changed() -> tuple[Table, Hint | None, Kept]:
            table = _read(row)
            hint = change(table)
            return table, hint, _keep(table)

        table, hint, kept = await self._think(changed)
        with _refusing():
            after = await self._kept.change(row, kept)
        return await self._seen(row, table, after, hint)

    async def tables_of(self, person: Person) -> list[ListedRow]:
        """Return the person's tables, the last touched first."""
        with _refusing():
            return [] if person.is_new else await self._kept.of_person(person.id)

    async def _new(self, person: Person, make: Callable[[], Table], deal: str) -> str:
        self._take(self._tables, person, "tables")

        def made() -> tuple[Table, Kept]:
            table = make()
            return table, _keep(table)

        table, kept = await self._think(made)
        id = secrets.token_urlsafe(ID_BYTES)
        with _refusing():
            await self._kept.add(id, person.id, deal, table.deal.rules.name, kept)
        return id

    async def _own(self, person: Person, id: str) -> PracticeRow:
        """Return a table that is the person's own."""
        with _refusing():
            row = await self._kept.get(id) if "\0" not in id else None
        if row is None:
            raise Refused(StatusCode.NOT_FOUND, "There is no such table: those that nobody touches go after 30 days.")
        if row.person != person.id:
            line = "Another person sits at this table, in another browser. Sit down at one of your own at /play."
            raise Refused(StatusCode.PERMISSION_DENIED, line)
        return row

    async def _first_of(self, deal: str) -> PracticeRow:
        with _refusing():
            row = await self._kept.first_of(deal) if "\0" not in deal else None
        if row is None:
            raise Refused(StatusCode.NOT_FOUND, "There is no such deal: those that nobody plays go after 30 days.")
        return row

    async def _seen(self, row: PracticeRow, table: Table, version: int, hint: Hint | None) -> Seen:
        with _refusing():
            rows = await self._kept.beside(row)
        others = [Played(each.seat, each.first, tuple(each.points), _marks(each)) for each in rows]
        shown, lines = await self._think(lambda: (show(table), compare(table, others)))
        everybody = [Beside("you", table.deal.seat, table.marks)]
        friends = 0
        for each, played in zip(rows, others, strict=True):
            friends += each.person != row.person
            who = "you before" if each.person == row.person else f"friend {friends}"
            everybody.append(Beside(who, played.seat, played.marks))
        return Seen(row.id, version, row.deal, shown, everybody, lines, hint)

    async def _think(self, work: Callable[[], T]) -> T:
        """Do *work* in a thread: bots think in it."""
        async with self._thinking:
            with _refusing():
                return await asyncio.to_thread(work)

    def _take(self, buckets: Buckets[str], person: Person, what: str) -> None:
        if not buckets.take(person.sender.address):
            line = f"too many {what} came from your address: wait a minute, and go on"
            raise Refused(StatusCode.RESOURCE_EXHAUSTED, line, 60_000 if what == "tables" else 1_000)


def _read(row: PracticeRow) -> Table:
    try:
        return from_text(row.state)
    except BadTable:
        raise Refused(StatusCode.FAILED_PRECONDITION, BROKEN) from None


def _keep(table: Table) -> Kept:
    """Return what is kept of a table. Raises `Refused` where it has grown too long."""
    text, played, marks = to_text(table), played_at(table), table.marks
    if len(text) > MOST_CHARACTERS:
        raise Refused(StatusCode.FAILED_PRECONDITION, "this table has grown too long: sit down at a new one")
    points = list(played.points)
    opened = list(marks.opened)
    return Kept(text, played.seat, played.first, points, opened, marks.undone, marks.hints, table.game.is_over)


def _marks(row: BesideRow) -> Marks:
    return Marks(tuple(row.opened), row.undone, row.hints)


@contextmanager
def _refusing() -> Iterator[None]:
    """Turn what a table or the store refuses into `Refused`."""
    try:
        yield
    except StoreUnavailable:
        raise Refused(StatusCode.UNAVAILABLE, AWAY, 1_000) from None
    except tuple(CODES) as problem:
        code = next(code for kind, code in CODES.items() if isinstance(problem, kind))
        raise Refused(code, str(problem)) from None
