"""Ladders: ratings with ranks and marks, and what a seat is worth."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from arena.api.inside import Desk
from arena.api.labels import PASSED, format_words
from arena.rules import VARIANTS
from arena.web.drawings import Intervals, intervals
from arena.wire.gen.measures_pb2 import GetSeatEffectsRequest, SeatEffect
from arena.wire.gen.ratings_pb2 import GetStrengthsRequest, PassedLimit, Strength, StrengthTable


@dataclass(frozen=True)
class Mark:
    """A limit that is passed: *what* it is of, and the *sentence* that says so."""

    what: str
    sentence: str


def marks_of(found: Iterable[PassedLimit], bot: str) -> list[Mark]:
    """Return the marks of *bot*, or with "" those of the whole table."""
    return [Mark(each.what, _sentence(each)) for each in found if each.bot == bot]


def _sentence(mark: PassedLimit) -> str:
    told = PASSED[mark.what].format(share=f"{100 * mark.share:.1f}%")
    return f"{told[0].upper()}{told[1:]} (the limit is {100 * mark.limit:g}%)"


Ends = tuple[float | None, float | None]  # of a 95% interval; None where an end is open


def surely_above(one: Ends, other: Ends) -> bool:
    """Return whether all of one interval is above all of the other."""
    return one[0] is not None and other[1] is not None and one[0] > other[1]


def ranks_of(intervals: Sequence[Ends]) -> list[tuple[int, int]]:
    """Return for each interval the first and the last place that it may have, from 1."""
    return [
        (
            1 + sum(surely_above(other, own) for other in intervals),
            len(intervals) - sum(surely_above(own, other) for other in intervals),
        )
        for own in intervals
    ]


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


@dataclass(frozen=True)
class Seat:
    """The mean score of a place less 1/2, with its 95% interval; place 0 deals first."""

    place: int
    effect: float
    low: float | None
    high: float | None


@dataclass(frozen=True)
class Seats:
    """The seats of a variant, over so many boards."""

    variant: str
    boards: int
    seats: list[Seat]
    drawn: Intervals


async def seats(desk: Desk, variant: str) -> Seats:
    """Show what each seat of a variant is worth."""
    tables = (await desk.ask(GetSeatEffectsRequest(variant=variant))).tables[:1]
    found = [_seat(each) for table in tables for each in table.seats]
    drawn = intervals([(each.effect, each.low, each.high) for each in found])
    return Seats(variant, sum(table.boards for table in tables), found, drawn)


def _seat(found: SeatEffect) -> Seat:
    low, high = (found.low, found.high) if found.HasField("low") else (None, None)
    return Seat(found.place, found.effect, low, high)
