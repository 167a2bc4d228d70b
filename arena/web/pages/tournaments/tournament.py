"""One tournament: progress, standings, crosstable."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from arena.api.inside import Desk
from arena.web.drawings import Heat, Intervals, heat, intervals
from arena.web.pages.ladders import Mark, marks_of, ranks_of
from arena.web.pages.tournaments.schedule import Evenness, evenness
from arena.web.pages.tournaments.tournaments import Listed, listed, progress
from arena.web.serving.addresses import PageMoved
from arena.web.serving.templates import segment
from arena.wire.gen.ratings_pb2 import PassedLimit
from arena.wire.gen.standings_pb2 import GetStandingsRequest, GetStandingsResponse, Meeting, Standing, Total

MOST_IN_CROSSTABLE: Final = 30


@dataclass(frozen=True)
class Line:
    """A bot's line; *score* is its mean board score, 0..1, *low* and *high* the 95% interval's ends.

    *first_place* to *last_place*: its rank, as far as it is known: those are surely above or below
    whose intervals are.
    """

    variant: str
    place: int
    first_place: int
    last_place: int
    bot: str
    owner: str
    score: float
    low: float | None
    high: float | None
    boards: int
    points: float | None
    infractions: int
    notes: list[str]
    marks: list[Mark]


@dataclass(frozen=True)
class Cell:
    """How *bot* did against *opponent*: its mean board score, 0..1, and its 95% interval."""

    bot: str
    opponent: str
    boards: int
    score: float
    low: float | None
    high: float | None


@dataclass(frozen=True)
class Standings:
    """Standings and crosstable of a variant; *variant* is empty for all as one.

    The crosstable is of the first `MOST_IN_CROSSTABLE`: a larger one nobody can read. *evenness* is of a variant, None
    of all as one.
    """

    variant: str
    format: str
    lines: list[Line]
    drawn: Intervals
    cells: list[list[Cell | None]]
    heat: list[list[Heat | None]]
    notes: list[str]
    evenness: Evenness | None


@dataclass(frozen=True)
class TournamentPage:
    """A tournament as it is now."""

    tournament: Listed
    root: str
    deals: str
    next_season: str
    playing: int
    failed: int
    offline: list[str]
    too_few_seats: list[str]
    forfeited: int
    cancelled: int
    tables: list[Standings]


async def tournament(desk: Desk, name: str) -> TournamentPage:
    """Show a tournament's progress, standings and crosstable; a gate has its own page."""
    look = await progress(desk, name)
    if look.tournament.kind == "gate":
        raise PageMoved(f"/gates/{segment(name)}")
    answer: GetStandingsResponse = await desk.ask(GetStandingsRequest(name=name))
    found = answer.tournament
    about = listed(found)
    formats = dict(zip(about.variants, about.formats, strict=True))
    tables = [_whole(answer)] if answer.HasField("whole") else []
    for each in answer.variants:
        lines = [_line(each.variant, place, line, each.marks) for place, line in enumerate(each.standings, start=1)]
        notes = [f"{mark.sentence}." for mark in marks_of(each.marks, "")]
        tables.append(
            _table(
                each.variant,
                formats[each.variant],
                lines,
                each.crosstable,
                notes,
                evenness(each.standings, each.crosstable),
            )
        )
    return TournamentPage(
        about,
        found.root,
        found.deals,
        found.next_season,
        look.playing,
        look.failed,
        list(look.offline),
        [each.bot for each in look.too_few_seats],
        found.forfeited,
        found.cancelled,
        tables,
    )


def rows(shown: TournamentPage) -> Sequence[Line]:
    """Return the lines of all variants."""
    return [line for table in shown.tables for line in table.lines]


def _whole(answer: GetStandingsResponse) -> Standings:
    lines = [_total(place, each) for place, each in enumerate(answer.whole.standings, start=1)]
    return _table("", "", lines, answer.whole.crosstable, [], None)


def _table(
    variant: str, form: str, lines: list[Line], meetings: Sequence[Meeting], notes: list[str], even: Evenness | None
) -> Standings:
    met = {(each.bot, each.opponent): _cell(each) for each in meetings}
    met |= {(each.opponent, each.bot): _turned(met[each.bot, each.opponent]) for each in meetings}
    ranks = ranks_of([(line.low, line.high) for line in lines])
    lines = [replace(line, first_place=top, last_place=end) for line, (top, end) in zip(lines, ranks, strict=True)]
    first = lines[:MOST_IN_CROSSTABLE]
    cells = [[met.get((line.bot, other.bot)) for other in first] for line in first]
    heats = [[heat(cell.score, cell.low, cell.high) if cell else None for cell in row] for row in cells]
    drawn = intervals([(line.score, line.low, line.high) for line in lines])
    return Standings(variant, form, lines, drawn, cells, heats, notes, even)


def _line(variant: str, place: int, found: Standing, marks: Sequence[PassedLimit]) -> Line:
    low, high = _ends(found)
    notes = [
        *(["came late"] if found.late else []),
        *(["withdrawn"] if found.withdrawn else []),
        *([f"{found.forfeited} forfeited"] if found.forfeited else []),
    ]
    return Line(
        variant,
        *(place, place, place),
        found.bot,
        found.owner,
        found.score,
        low,
        high,
        found.boards,
        found.points,
        found.infractions,
        notes,
        marks_of(marks, found.bot),
    )


def _total(place: int, found: Total) -> Line:
    low, high = _ends(found)
    return Line(
        "",
        *(place, place, place),
        found.bot,
        found.owner,
        found.score,
        low,
        high,
        found.boards,
        None,
        found.infractions,
        [],
        [],
    )


def _cell(found: Meeting) -> Cell:
    return Cell(found.bot, found.opponent, found.boards, found.score, *_ends(found))


def _turned(cell: Cell) -> Cell:
    low = None if cell.high is None else 1 - cell.high
    high = None if cell.low is None else 1 - cell.low
    return Cell(cell.opponent, cell.bot, cell.boards, 1 - cell.score, low, high)


def _ends(found: Standing | Total | Meeting) -> tuple[float | None, float | None]:
    return (found.low, found.high) if found.HasField("low") else (None, None)
