"""Show official tables, which the page calls ladders, and the value of seats."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from arena.api.columns import AGAINST_ALL, POOLED_RATINGS, RATINGS, is_provisional, keys
from arena.api.labels import unmet_pairs
from arena.api.local_client import LocalClient
from arena.api.words import ANCHORED, LAG, UNEVEN
from arena.escapes import clip
from arena.league.ratings.own_ends import Ends
from arena.rules import VARIANTS
from arena.web.drawings import Intervals, intervals
from arena.web.serving.addresses import invalid
from arena.web.serving.rows import Row, check_sort, row_of, sort_rows
from arena.web.serving.templates import titled
from arena.wire.gen.measures_pb2 import GetFindingsRequest
from arena.wire.gen.ratings_pb2 import Finding, GetStrengthsRequest, StrengthTable


def marks_of(findings: Iterable[Finding], bot: str = "") -> list[Finding]:
    """Return the flagged findings about *bot* alone; without a bot, those about the whole table."""
    return [each for each in findings if each.flagged and list(each.bots) == ([bot] if bot else [])]


def ends_of(line: Any) -> Ends:
    """Return the lower and upper end of a message's interval; an end is None if it is open or not known."""
    return (line.low if line.HasField("low") else None, line.high if line.HasField("high") else None)


@dataclass(frozen=True)
class LadderTable:
    """An official table, provisional bots last, with a drawing of its ratings, and notes in sentences."""

    table: StrengthTable
    level: int  # number of bots that cannot be separated from the first place
    drawn: Intervals
    notes: list[str]
    span: float  # largest range of a bot's recent ratings; 0 if no bot has two


@dataclass(frozen=True)
class Ladder:
    """All official tables of a variant.

    Without a variant, *tops* is each variant's table with most boards. *anchor*, *against*: as of the view.
    """

    variant: str  # "" for the ratings over all variants
    sort: str  # "" for ranks
    variants: list[str]  # all variants, for links
    tables: list[LadderTable]
    behind: int  # number of closed boards that are not in the ratings yet
    tops: Sequence[LadderTable] = ()
    anchor: str = ""
    against: str = ""


async def ladder(client: LocalClient, variant: str, sort: str = "", anchor: str = "", against: str = "") -> Ladder:
    """Show the ladder of a variant, perhaps with a bot at 1500, or with scores against all bots.

    *anchor*: the bot that has 1500; "": the mean. *against*: "all" for scores. Both leave out `recent`.
    """
    if against not in ("", "all"):
        raise invalid(f"against {clip(against)!r} is unknown; give against=all, or leave it out")
    check_sort(sort, ("first_place", "bot", *keys(RATINGS + AGAINST_ALL * bool(against))))
    views: dict[str, Any] = {"anchor": anchor, "against_all": bool(against), "recent": not (anchor or against)}
    answer = await client.ask(GetStrengthsRequest(variants=[variant], brief=True, **views))
    tables = [_table(each, sort) for each in answer.tables]
    return Ladder(variant, sort, list(VARIANTS), tables, answer.behind, anchor=anchor, against=against)


async def overall(client: LocalClient, sort: str = "") -> Ladder:
    """Show the ladder over all variants, each with equal weight."""
    check_sort(sort, ("first_place", "bot", *keys(POOLED_RATINGS)))
    answer = await client.ask(GetStrengthsRequest(pooled=True))
    tables = [_table(each, sort) for each in answer.tables if each.strengths]
    tops: dict[str, LadderTable] = {}
    each_variant = (await client.ask(GetStrengthsRequest(brief=True))).tables
    for each in sorted(each_variant, key=lambda table: -sum(line.boards for line in table.strengths)):
        tops.setdefault(each.variants[0], _table(each, ""))
    return Ladder("", sort, list(VARIANTS), tables, answer.behind, list(tops.values()))


def _table(table: StrengthTable, sort: str) -> LadderTable:
    table.strengths.sort(key=is_provisional)
    level = table.strengths[0].last_place if table.strengths else 0
    sort_rows(table.strengths, sort)
    table.strengths.sort(key=is_provisional)
    drawn = intervals([(each.rating, *ends_of(each)) for each in table.strengths])
    ranges = [max(each.recent) - min(each.recent) for each in table.strengths if len(each.recent) > 1]
    return LadderTable(table, level, drawn, list(_notes(table)), max(10.0, *ranges) if ranges else 0.0)


def rows(page: Ladder) -> Iterator[Row]:
    """Yield a CSV row for each bot in each table."""
    for each in page.tables:
        for line in each.table.strengths:
            yield row_of(line, variant=page.variant, pool=" and ".join(each.table.pools), format=each.table.format)


def _notes(table: StrengthTable) -> Iterator[str]:
    """Yield sentences about a table's anchor, pairs, unexpected scores, links, findings and missing bots."""
    if table.anchor:
        yield ANCHORED.format(table.anchor)
    if table.uneven:
        yield UNEVEN
    yield from unmet_pairs(table.strengths)
    for each in table.surprises:
        yield (
            f"{each.bot} scores {100 * each.score:.0f}% against {each.opponent}, and the ratings predict"
            f" {100 * each.expected:.0f}%: ratings alone do not predict this result."
        )
    for link in table.links:
        boards = "1 board" if link.boards == 1 else f"{link.boards} boards"
        yield f"Part {link.part} shares only {boards} with this part: too few to compare their bots."
    for mark in marks_of(table.findings):
        yield f"{mark.sentence[:1].upper()}{mark.sentence[1:]}.{f' {LAG}' * (mark.kind == 'lag')}"
    if table.unplayed:
        yield f"No bot has boards in {'; '.join(map(titled, table.unplayed))}."
    for missing in table.missing:
        lacks = "; ".join(f"{titled(lack.variant)} ({lack.why})" for lack in missing.variants)
        yield f"{missing.bot} is not in this table: {lacks or 'it is not linked to the others'}."


@dataclass(frozen=True)
class Seats:
    """The value of each seat of a variant, as findings and as a drawing."""

    variant: str
    seats: list[Finding]
    drawn: Intervals


async def seats(client: LocalClient, variant: str) -> Seats:
    """Show the value of each seat of a variant."""
    findings = list((await client.ask(GetFindingsRequest(variant=variant))).findings)
    return Seats(variant, findings, intervals([(each.effect, *ends_of(each)) for each in findings]))
