"""The ladders: official tables of a variant, and over all variants."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from arena.api.inside import Desk
from arena.api.labels import format_words
from arena.rules import VARIANTS
from arena.web.drawings import Intervals, intervals
from arena.web.pages.ladders.marks import Mark, marks_of
from arena.web.pages.ladders.ranks import ranks_of
from arena.wire.gen.ratings_pb2 import GetStrengthsRequest, Strength, StrengthTable


@dataclass(frozen=True)
class Line:
    """A bot's line in a ladder.

    *first_place* to *last_place*: its rank, as far as it is known. *low* and *high*: the ends of
    the 95% interval of *rating*, board Elo; *bound*: ">=" or "<=" where it has one end only.
    *to_settle*: about how many more boards would tell it from the bot below, 0 where they are told
    apart; None where that cannot be said.
    """

    place: int
    first_place: int
    last_place: int
    bot: str
    rating: float
    low: float | None
    high: float | None
    bound: str
    boards: int
    to_settle: int | None
    kind: str
    marks: list[Mark]


@dataclass(frozen=True)
class Table:
    """One official table: its numbers say nothing of the bots of another."""

    pool: str
    format: str
    part: int
    parts: int
    lines: list[Line]
    drawn: Intervals
    notes: list[str]


@dataclass(frozen=True)
class Ladder:
    """All official tables of a variant; *variant* is empty for the number over all variants."""

    variant: str
    variants: list[str]
    tables: list[Table]
    behind: int


async def ladder(desk: Desk, variant: str) -> Ladder:
    """Show the ladder of a variant."""
    answer = await desk.ask(GetStrengthsRequest(variants=[variant], brief=True))
    return Ladder(variant, list(VARIANTS), [table_of(each) for each in answer.tables], answer.behind)


async def overall(desk: Desk) -> Ladder:
    """Show the ladder over all variants, each counting equally."""
    answer = await desk.ask(GetStrengthsRequest(pooled=True))
    tables = [_ranked(table_of(each)) for each in answer.tables if each.strengths]
    return Ladder("", list(VARIANTS), tables, answer.behind)


def _ranked(table: Table) -> Table:
    """Return a table over all variants with its ranks, which follow from its intervals."""
    ranks = ranks_of([(line.low, line.high) for line in table.lines])
    lines = [
        replace(line, first_place=top, last_place=end) for line, (top, end) in zip(table.lines, ranks, strict=True)
    ]
    return replace(table, lines=lines)


def table_of(found: StrengthTable) -> Table:
    """Return a table's rows, with its intervals drawn."""
    lines = [line_of(place, each, found) for place, each in enumerate(found.strengths, start=1)]
    drawn = intervals([(line.rating, line.low, line.high) for line in lines])
    pool = " and ".join(found.pools)
    return Table(pool, format_words(found.format), found.part, found.parts, lines, drawn, list(_notes(found)))


def rows(shown: Ladder) -> Sequence[Line]:
    """Return the lines of all tables."""
    return [line for table in shown.tables for line in table.lines]


def line_of(place: int, found: Strength, table: StrengthTable) -> Line:
    """Return a bot's line; *place* is that in the table's order."""
    return Line(
        place,
        found.first_place or place,
        found.last_place or place,
        found.bot,
        found.rating,
        found.low if found.HasField("low") else None,
        found.high if found.HasField("high") else None,
        found.bound,
        found.boards,
        found.to_settle if found.HasField("to_settle") else None,
        found.kind,
        marks_of(table.marks, found.bot),
    )


def _notes(found: StrengthTable) -> list[str]:
    """Return what else is to be known of a table, a sentence each."""
    notes = [
        f"{each.bot} scores {100 * each.score:.0f}% against {each.opponent}, where ratings say"
        f" {100 * each.expected:.0f}%: ratings alone do not tell who beats whom here."
        for each in found.surprises
    ]
    for link in found.links:
        boards = "1 board" if link.boards == 1 else f"{link.boards} boards"
        notes.append(f"Linked to part {link.part} by {boards} only: too few to compare their bots.")
    notes += [f"{each.sentence}." for each in marks_of(found.marks, "")]
    notes += [
        f"{each.bot} had more boards voided through the arena's failures than chance does."
        for each in found.voided
        if each.flagged
    ]
    if found.unplayed:
        notes.append(f"Nobody has boards in {', '.join(found.unplayed)}.")
    for missing in found.missing:
        lacks = ", ".join(f"{lack.variant} ({lack.why})" for lack in missing.variants)
        notes.append(f"{missing.bot} is not in this table: {lacks or 'it is not linked to the others'}.")
    return notes
