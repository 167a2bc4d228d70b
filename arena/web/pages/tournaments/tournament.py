"""Show a tournament: progress, standings, crosstable."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from arena.api.columns import STANDINGS, TOTALS, is_provisional, keys
from arena.api.local_client import LocalClient
from arena.web.charts import Chart
from arena.web.drawings import Heat, Intervals, Scale, heat, intervals
from arena.web.pages.ladders import ends_of
from arena.web.pages.tournaments.race import RACES, draw_race
from arena.web.pages.tournaments.schedule import Evenness, evenness
from arena.web.pages.tournaments.tournaments import Lead, accepts_entries, lead_of, minutes_left, progress
from arena.web.serving.addresses import PageMovedError
from arena.web.serving.rows import Row, check_sort, row_of, sort_rows
from arena.web.serving.templates import segment
from arena.wire.gen.ratings_pb2 import Finding
from arena.wire.gen.standings_pb2 import GetStandingsRequest, GetStandingsResponse, Meeting, Standing, Total
from arena.wire.gen.tournaments_pb2 import WatchTournamentResponse

MAX_IN_CROSSTABLE: Final = 40


@dataclass(frozen=True)
class StandingsTable:
    """The standings and the crosstable of a variant or of all variants together.

    The crosstable has the first `MAX_IN_CROSSTABLE` bots, since larger crosstables are unreadable.
    """

    variant: str  # "" for all variants
    lines: Sequence[Standing | Total]  # sorted as the page, provisional ones last
    first: list[str]  # bots of the crosstable, by rank
    level: int  # number of bots that cannot be separated from the first place
    drawn: Intervals  # drawing of the scores
    cells: list[list[Meeting | None]]  # of the crosstable, by rows
    heat: list[list[Heat | None]]  # colours of *cells*
    findings: Sequence[Finding]
    evenness: Evenness | None  # None for all variants
    race: Chart | None = None


@dataclass(frozen=True)
class TournamentPage:
    """The content of a tournament's page; *look*: its progress; *sort*: "" for ranks."""

    look: WatchTournamentResponse
    sort: str
    lead: Lead | None
    minutes_left: float | None
    accepts_entries: bool
    tables: list[StandingsTable]


async def tournament(client: LocalClient, name: str, sort: str = "") -> TournamentPage:
    """Show a tournament's progress, standings and crosstable; a gate has its own page."""
    check_sort(sort, [*dict.fromkeys(("first_place", "bot", *keys(STANDINGS), *keys(TOTALS), "owner"))])
    look = await progress(client, name)
    if look.tournament.kind == "gate":
        raise PageMovedError(f"/gates/{segment(name)}")
    answer: GetStandingsResponse = await client.ask(GetStandingsRequest(name=name))
    look.tournament.CopyFrom(answer.tournament)  # the state that agrees with the standings
    whole, races = answer.whole, await RACES.get(client, look.tournament)
    tables = [_table("", sort, whole.standings, whole.crosstable, [], None)] if answer.HasField("whole") else []
    bots = [line.bot for line in (whole if tables else answer.variants[0]).standings]
    for each in answer.variants:
        even = evenness(each.standings, each.crosstable)
        table = _table(each.variant, sort, each.standings, each.crosstable, each.findings, even)
        tables.append(replace(table, race=draw_race(races.get(each.variant), bots)))
    current = look.tournament
    return TournamentPage(look, sort, lead_of(answer), minutes_left(current), accepts_entries(current), tables)


def rows(page: TournamentPage) -> Iterator[Row]:
    """Yield a CSV row for each bot in each variant, and in all variants together, where `variant` is ""."""
    for table in page.tables:
        for line in table.lines:
            yield row_of(line, variant=table.variant)


def _table(
    variant: str,
    sort: str,
    lines: Sequence[Standing | Total],
    meetings: Sequence[Meeting],
    findings: Sequence[Finding],
    even: Evenness | None,
) -> StandingsTable:
    by_pair = {(each.bot, each.opponent): each for each in meetings}
    by_pair |= {(each.opponent, each.bot): _swap(each) for each in meetings}
    lines = sorted(lines, key=is_provisional)
    first = lines[:MAX_IN_CROSSTABLE]
    cells = [[by_pair.get((line.bot, other.bot)) for other in first] for line in first]
    heats = [[heat(cell.score, *ends_of(cell)) if cell else None for cell in row] for row in cells]
    names, level = [line.bot for line in first], lines[0].last_place if lines else 0
    if lines and sort.removeprefix("-") in lines[0].DESCRIPTOR.fields_by_name:
        sort_rows(lines, sort)
        lines.sort(key=is_provisional)
    drawn = intervals([(line.score, *ends_of(line)) for line in lines], Scale(0, 1))
    return StandingsTable(variant, lines, names, level, drawn, cells, heats, findings, even)


def _swap(cell: Meeting) -> Meeting:
    """Return a meeting of two bots as the opponent sees it."""
    result = Meeting(bot=cell.opponent, opponent=cell.bot, boards=cell.boards, score=1 - cell.score, error=cell.error)
    if cell.HasField("low"):
        result.low, result.high = 1 - cell.high, 1 - cell.low
    return result
