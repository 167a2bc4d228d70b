"""Store practice tables, apply moves to them, and let house bots think."""

import asyncio
import json
import secrets
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Final, TypeVar

from grpc import StatusCode

from arena.guards.auth import RefusedError
from arena.guards.buckets import Buckets, monotonic_us
from arena.guards.limits import MOVES_BURST, MOVES_RATE, TABLES_BURST, TABLES_EVERY
from arena.practice import (
    MAX_CHARACTERS,
    Aids,
    BadTableError,
    Deal,
    DealResult,
    Hint,
    Line,
    PracticeError,
    Table,
    TableView,
    compare,
    from_text,
    read_answer,
    record_of,
    result_of,
    show,
    sit_down,
    to_text,
)
from arena.rules import RulesError
from arena.store import Store
from arena.store.errors import PracticeFullError, PracticeMovedError, StoreUnavailableError
from arena.store.practice.tables import ListedRow, PracticeRow, TableState
from arena.web.pages.records.check import CheckPage, Checks
from arena.web.pages.records.game import GamePage, page_of
from arena.web.play.person import Person
from arena.web.serving.forms import Fields

Change = Callable[[Table], "Hint | None"]
# The moves that a person can make, by their name in addresses. `expert` gives hints, `simple` finishes hands.
MOVES: Final[dict[str, Callable[[Table, Fields], "Hint | None"]]] = {
    "answer": lambda table, fields: table.act(read_answer(table.game, fields.get("answer", ""))),
    "undo": lambda table, _fields: table.undo(),
    "hint": lambda table, _fields: table.hint(),
    "show": lambda table, _fields: table.show_all(),
    "claim": lambda table, _fields: table.claim(),
    "finish": lambda table, _fields: table.finish(),
}

T = TypeVar("T")

AT_ONCE: Final = 2  # number of tables whose bots think at once; few, so that other pages stay quick
ID_BYTES: Final = 16
CODES: Final[dict[type[Exception], StatusCode]] = {
    PracticeError: StatusCode.INVALID_ARGUMENT,
    RulesError: StatusCode.INVALID_ARGUMENT,
    PracticeFullError: StatusCode.RESOURCE_EXHAUSTED,
    PracticeMovedError: StatusCode.FAILED_PRECONDITION,
}
AWAY: Final = "the arena cannot reach its database: try again in a moment"
BROKEN: Final = "this table was made by another version of the arena and cannot continue: start a new one"


@dataclass(frozen=True)
class DealPlayer:
    """A player of the same deal: *who* is "you", "you (earlier)" or "friend 1"."""

    who: str
    seat: int
    aids: Aids


@dataclass(frozen=True)
class PlayPage:
    """The content of a practice table's page."""

    id: str
    version: int  # the table's version, which grows with each change
    deal: str  # id of the deal, for the link that invites a friend
    view: TableView
    everybody: list[DealPlayer]  # the person first, then the others who played the same deal
    lines: list[Line]  # for each hand the points of *everybody*
    hint: Hint | None = None


class House:
    """All practice tables in the store. Every method raises `RefusedError` if it refuses a request."""

    def __init__(self, store: Store) -> None:
        self._tables = store.practice
        # A bucket gains at least 1 per second of its clock; a slower clock makes the rate of new tables lower.
        self._new_tables = Buckets[str](TABLES_BURST, 1, lambda: monotonic_us() // TABLES_EVERY)
        self._moves = Buckets[str](MOVES_BURST, MOVES_RATE, monotonic_us)
        self._thinking = asyncio.Semaphore(AT_ONCE)
        self._checks = Checks()

    async def sit_down(self, person: Person, deal: Deal) -> str:
        """Store a new table of *deal* for the person, and return the table's id."""
        return await self._new(person, lambda: sit_down(deal), secrets.token_urlsafe(ID_BYTES))

    async def join(self, person: Person, deal: str) -> str:
        """Store a new table with the same cards as a friend's, and return its id; *deal*: id of the friend's deal."""
        row = await self._first_of(deal)
        return await self._new(person, lambda: sit_down(_read(row).deal), deal)

    async def again(self, person: Person, id: str, seat: int) -> str:
        """Store a new table that replays the hand of the person's table *id* from *seat*; return the new id."""
        row = await self._own(person, id)
        return await self._new(person, lambda: _read(row).again(seat), row.deal)

    async def invitation(self, deal: str) -> Deal:
        """Return the deal with the id *deal*, to which a link invites a friend."""
        row = await self._first_of(deal)
        return await self._think(lambda: _read(row).deal)

    async def look(self, person: Person, id: str) -> PlayPage:
        """Return the content of the person's table *id*."""
        row = await self._own(person, id)
        return await self._show(row, await self._think(lambda: _read(row)), row.version, None)

    async def change(self, person: Person, id: str, version: int, change: Change) -> PlayPage:
        """Apply *change* to the person's table *id*, if *version* is current; store it and return its content."""
        self._take(self._moves, person, "moves")
        row = await self._own(person, id)
        if row.version != version:
            raise RefusedError(StatusCode.FAILED_PRECONDITION, "this table changed in another window: reload the page")

        def apply() -> tuple[Table, Hint | None, TableState]:
            table = _read(row)
            return table, change(table), _to_row(table)

        table, hint, new_row = await self._think(apply)
        with _refusing():
            after = await self._tables.change(row, new_row)
        return await self._show(row, table, after, hint)

    async def replay(self, person: Person, id: str, hand: int) -> GamePage:
        """Return the replay of an ended hand of the person's table *id*; *hand*: from 1. It reveals no later card."""
        self._take(self._moves, person, "moves")
        row = await self._own(person, id)
        page = await self._think(lambda: page_of(record_of(_read(row)), hand))
        return replace(page, seed="", line="", record={})

    async def costs(self, person: Person, id: str, hand: int) -> CheckPage:
        """Return the cost of each card of an ended hand of the person's table *id*; *hand*: from 1."""
        self._take(self._moves, person, "moves")
        row = await self._own(person, id)
        record = await self._think(lambda: json.dumps(record_of(_read(row))))
        return await self._checks.check_record((f"{id} {row.version}", hand), record)

    async def tables_of(self, person: Person) -> list[ListedRow]:
        """Return the person's tables, the most recently used first."""
        with _refusing():
            return [] if person.is_new else await self._tables.of_person(person.id)

    async def _new(self, person: Person, make: Callable[[], Table], deal: str) -> str:
        self._take(self._new_tables, person, "tables")

        def start() -> tuple[Table, TableState]:
            table = make()
            return table, _to_row(table)

        table, row = await self._think(start)
        id = secrets.token_urlsafe(ID_BYTES)
        with _refusing():
            await self._tables.add(id, person.id, deal, table.deal.rules.name, row)
        return id

    async def _own(self, person: Person, id: str) -> PracticeRow:
        with _refusing():
            row = await self._tables.get(id) if "\0" not in id else None
        if row is None:
            raise RefusedError(StatusCode.NOT_FOUND, "This table does not exist: unused tables expire after 30 days.")
        if row.person != person.id:
            line = "This table belongs to another browser. Start your own table at /play."
            raise RefusedError(StatusCode.PERMISSION_DENIED, line)
        return row

    async def _first_of(self, deal: str) -> PracticeRow:
        with _refusing():
            row = await self._tables.first_of(deal) if "\0" not in deal else None
        if row is None:
            raise RefusedError(StatusCode.NOT_FOUND, "This deal does not exist: unused deals expire after 30 days.")
        return row

    async def _show(self, row: PracticeRow, table: Table, version: int, hint: Hint | None) -> PlayPage:
        with _refusing():
            rows = await self._tables.beside(row)
        others = [
            DealResult(each.seat, each.first, tuple(each.points), Aids(tuple(each.opened), each.undone, each.hints))
            for each in rows
        ]
        view, lines = await self._think(lambda: (show(table), compare(table, others)))
        everybody = [DealPlayer("you", table.deal.seat, table.aids)]
        friends = 0
        for each, result in zip(rows, others, strict=True):
            friends += each.person != row.person
            who = "you (earlier)" if each.person == row.person else f"friend {friends}"
            everybody.append(DealPlayer(who, result.seat, result.aids))
        return PlayPage(row.id, version, row.deal, view, everybody, lines, hint)

    async def _think(self, work: Callable[[], T]) -> T:
        """Return the result of *work*, in which bots think; it runs in a thread. Raises `RefusedError`."""
        async with self._thinking:
            with _refusing():
                return await asyncio.to_thread(work)

    def _take(self, buckets: Buckets[str], person: Person, what: str) -> None:
        if not buckets.take(person.sender.address):
            line = f"too many {what} from your address: wait a minute and try again"
            raise RefusedError(StatusCode.RESOURCE_EXHAUSTED, line, 60_000 if what == "tables" else 1_000)


def _read(row: PracticeRow) -> Table:
    try:
        return from_text(row.state)
    except BadTableError:
        raise RefusedError(StatusCode.FAILED_PRECONDITION, BROKEN) from None


def _to_row(table: Table) -> TableState:
    text, result, aids = to_text(table), result_of(table), table.aids
    if len(text) > MAX_CHARACTERS:
        raise RefusedError(StatusCode.FAILED_PRECONDITION, "this table is too long to store: start a new one")
    points, opened = list(result.points), list(aids.opened)
    return TableState(text, result.seat, result.first, points, opened, aids.undone, aids.hints, table.game.is_over)


@contextmanager
def _refusing() -> Iterator[None]:
    try:
        yield
    except StoreUnavailableError:
        raise RefusedError(StatusCode.UNAVAILABLE, AWAY, 1_000) from None
    except tuple(CODES) as problem:
        code = next(code for kind, code in CODES.items() if isinstance(problem, kind))
        raise RefusedError(code, str(problem)) from None
