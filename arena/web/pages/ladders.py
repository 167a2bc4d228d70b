"""Ladders: ratings with ranks and marks, and what a seat is worth."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from arena.api.local_client import LocalClient
from arena.league.ratings.places import Ends
from arena.rules import VARIANTS
from arena.web.drawings import Intervals, intervals
from arena.web.serving.rows import Row, row_of
from arena.wire.gen.measures_pb2 import GetFindingsRequest
from arena.wire.gen.ratings_pb2 import Finding, GetStrengthsRequest, StrengthTable


def marks_of(findings: Iterable[Finding], bot: str = "") -> list[Finding]:
    """Return the flagged findings on *bot* alone, or those on the whole table."""
    return [each for each in findings if each.flagged and list(each.bots) == ([bot] if bot else [])]


def ends_of(line: Any) -> Ends:
    """Return the ends of a message's interval; None where one is open."""
    return (line.low if line.HasField("low") else None, line.high if line.HasField("high") else None)


@dataclass(frozen=True)
class Table:
    """An official table, with its ratings drawn and what else is to be known of it."""

    table: StrengthTable
    drawn: Intervals
    notes: list[str]


@dataclass(frozen=True)
class Ladder:
    """All official tables of a variant; *variant* is empty for the number over all variants."""

    variant: str
    variants: list[str]
    tables: list[Table]
    behind: int


async def ladder(client: LocalClient, variant: str) -> Ladder:
    """Show the ladder of a variant."""
    answer = await client.ask(GetStrengthsRequest(variants=[variant], brief=True))
    return Ladder(variant, list(VARIANTS), [table_of(each) for each in answer.tables], answer.behind)


async def overall(client: LocalClient) -> Ladder:
    """Show the ladder over all variants, each counting equally."""
    answer = await client.ask(GetStrengthsRequest(pooled=True))
    return Ladder("", list(VARIANTS), [table_of(each) for each in answer.tables if each.strengths], answer.behind)


def table_of(found: StrengthTable) -> Table:
    """Return a table with its picture and its notes."""
    drawn = intervals([(each.rating, *ends_of(each)) for each in found.strengths])
    return Table(found, drawn, list(_notes(found)))


def rows(shown: Ladder) -> Iterator[Row]:
    """Yield the lines of all tables."""
    for each in shown.tables:
        for line in each.table.strengths:
            yield row_of(line, variant=shown.variant, pool=" and ".join(each.table.pools), format=each.table.format)


def _notes(found: StrengthTable) -> Iterator[str]:
    """Yield what else is to be known of a table, a sentence each."""
    for each in found.surprises:
        yield (
            f"{each.bot} scores {100 * each.score:.0f}% against {each.opponent}, where ratings say"
            f" {100 * each.expected:.0f}%: ratings alone do not tell who beats whom here."
        )
    for link in found.links:
        boards = "1 board" if link.boards == 1 else f"{link.boards} boards"
        yield f"Linked to part {link.part} by {boards} only: too few to compare their bots."
    yield from (f"{each.sentence}." for each in marks_of(found.findings))
    if found.unplayed:
        yield f"Nobody has boards in {', '.join(found.unplayed)}."
    for missing in found.missing:
        lacks = ", ".join(f"{lack.variant} ({lack.why})" for lack in missing.variants)
        yield f"{missing.bot} is not in this table: {lacks or 'it is not linked to the others'}."


@dataclass(frozen=True)
class Seats:
    """What the seats of a variant are worth."""

    variant: str
    seats: list[Finding]
    drawn: Intervals


async def seats(client: LocalClient, variant: str) -> Seats:
    """Show what each seat of a variant is worth."""
    found = list((await client.ask(GetFindingsRequest(variant=variant))).findings)
    return Seats(variant, found, intervals([(each.effect, *ends_of(each)) for each in found]))
