"""Compute standings and crosstables from closed boards."""

import asyncio
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final, TypeVar

from grpc import StatusCode

from arena.api.calls.call import Call, invalid
from arena.api.calls.messages import make_message
from arena.api.ratings.conduct import limit_findings, void_findings
from arena.api.tournaments.tournaments import to_message, waits_of
from arena.escapes import clip
from arena.guards.auth import RefusedError
from arena.league.findings.marks import Conduct
from arena.league.findings.voids import Void
from arena.league.ratings.bradley_terry import Fit
from arena.league.ratings.course import Course
from arena.league.ratings.elo import START
from arena.league.ratings.places import Line, interval_places
from arena.league.ratings.standings import (
    PairMeeting,
    PlayerScore,
    PlayerStanding,
    crosstable,
    standings,
    whole_crosstable,
    whole_standings,
)
from arena.league.ratings.strengths import PlayerStrength, Strengths
from arena.league.ratings.tally import LineUpTally
from arena.store import Store
from arena.store.scales import Scale
from arena.store.tournaments.rows import EntrantRow, TournamentRow
from arena.wire.gen import standings_pb2 as pb
from arena.wire.gen.ratings_pb2 import Finding

Entrants = dict[int, EntrantRow]
Courses = Mapping[str, tuple[list[int], dict[int, Course]]]  # by variant, as `follow_scores` returns them
LineT = TypeVar("LineT", bound=PlayerScore)
OVER = ("finished", "cancelled")
MAX_FOLLOWED: Final = 50_000  # boards of a tournament whose course is computed


async def get_standings(call: Call[pb.GetStandingsRequest]) -> pb.GetStandingsResponse:
    """Return a tournament's standings by variant. Computed in a thread: hundreds of bots take a second."""
    row = await call.store.tournaments.named(call.request.name)
    if row.kind == "gate":
        line = f"tournament {row.name!r} is a gate, which has no standings: get its decision"
        raise RefusedError(StatusCode.FAILED_PRECONDITION, line)
    await call.store.ratings.catch_up()
    boards = await read_boards(call.store, row, choose_variants(row, call.request.variant))
    live_elo = {each.variant: await _live_elo(call.store, each.scale) for each in boards}
    answer = await asyncio.to_thread(_answer, row, boards, live_elo, await _fits(call.store, row, boards))
    if call.request.course and answer.tournament.closed <= MAX_FOLLOWED:
        _add_courses(answer, await call.store.ratings.courses(row.id), boards[0].names)
    if row.state not in OVER:
        answer.waits.CopyFrom(waits_of(await call.store.tournaments.progress(row.name)))
    return answer


def _add_courses(answer: pb.GetStandingsResponse, courses: Courses, names: Mapping[int, str]) -> None:
    for each in answer.variants:
        tenths, players = courses.get(each.variant, ([], {}))
        by_bot = {names[player]: course for player, course in players.items()}
        each.tenths.extend(tenths)
        for line in each.standings:
            if course := by_bot.get(line.bot):
                line.means.extend(course.means)
                line.counts.extend(course.counts)


def choose_variants(row: TournamentRow, only: str) -> list[str]:
    """Return a tournament's variants, or *only* this one unless "". Raises `RefusedError` for any other."""
    if only and only not in row.variants:
        raise invalid(f"variant {clip(only)!r}: tournament {row.name!r} has {', '.join(row.variants)}")
    return [only] if only else row.variants


@dataclass(frozen=True)
class VariantBoards:
    """Tallies of one variant's closed boards, with its forfeits, conduct and voids. *names*: by version id."""

    variant: str
    scale: Scale
    names: dict[int, str]
    tallies: list[LineUpTally]
    forfeits: dict[int, int]
    conduct: Conduct | None
    voids: list[Void]

    @cached_property
    def standings(self) -> list[PlayerStanding]:
        """Return the standings, computed once."""
        return standings(self.tallies, self.forfeits)

    @cached_property
    def met(self) -> list[PairMeeting]:
        """Return the crosstable, computed once."""
        return crosstable(self.tallies)

    def findings(self) -> list[Finding]:
        """Return the findings on voided boards and exceeded limits."""
        played = {line.player: line.boards for line in self.standings}
        boards = sum(tally.boards for tally in self.tallies)
        found = void_findings(self.variant, self.voids, played, boards, self.names)
        return found + limit_findings(self.variant, self.conduct)


async def read_boards(store: Store, row: TournamentRow, variants: Sequence[str]) -> list[VariantBoards]:
    """Read the closed boards of *variants* of a tournament."""
    ratings, names = store.ratings, {entrant.version_id: entrant.bot for entrant in row.entrants}
    scales, tallies = await ratings.scales_of(row.id), await ratings.tallies_of(row.id)
    forfeits = await store.tournaments.forfeits(row.id)
    conduct, voids = await ratings.conduct(row.id), await ratings.voids(row.id)
    return [
        VariantBoards(
            variant,
            scale := scales[variant],
            names,
            tallies.get(variant, []),
            forfeits.get(variant, {}),
            conduct.get(scale),
            voids.get(scale, []),
        )
        for variant in variants
    ]


async def _fits(store: Store, row: TournamentRow, boards: Sequence[VariantBoards]) -> dict[str, Sequence[Fit]]:
    """Return the stored rating tables by variant; await only the first fit. A test shows the tables of its pool."""
    scales = {each.variant: each.scale._replace(pool=row.pool) for each in boards}
    fits = await store.ratings.fits(scales.values())
    if fits:
        await store.ratings.refresh_fits()
    else:
        await store.ratings.catch_up_fits()
        fits = await store.ratings.fits(scales.values())
    return {variant: fits.get(scale, []) for variant, scale in scales.items()}


async def _live_elo(store: Store, scale: Scale) -> dict[int, float]:
    rows = await store.ratings.elo(scale.variant)
    return {row.version_id: row.elo for row in rows if (row.revision, row.pool, row.format) == scale[1:]}


def _answer(
    row: TournamentRow,
    boards: Sequence[VariantBoards],
    live_elo: Mapping[str, Mapping[int, float]],
    fits: Mapping[str, Sequence[Fit]],
) -> pb.GetStandingsResponse:
    entrants = {entrant.version_id: entrant for entrant in row.entrants}
    variants = []
    for each in boards:
        elo, ratings = live_elo[each.variant], _ratings(fits[each.variant])
        ranked = [
            _standing(line, *ends, entrants[line.player], elo.get(line.player, START), ratings.get(line.player))
            for line, ends in _with_places(each.standings)
        ]
        met = _meetings(each.met, entrants)
        variants.append(
            pb.VariantStandings(variant=each.variant, standings=ranked, crosstable=met, findings=each.findings())
        )
    whole = _whole(boards, entrants) if len(boards) > 1 else None
    return pb.GetStandingsResponse(tournament=to_message(row), variants=variants, whole=whole)


def _ratings(fits: Iterable[Fit]) -> dict[int, PlayerStrength]:
    """Return each player's row of the table in which it has most boards, by version id."""
    lines = [line for fit in fits for line in Strengths(fit).table()]
    return {line.player: line for line in sorted(lines, key=lambda line: line.boards)}


def _whole(boards: Sequence[VariantBoards], entrants: Entrants) -> pb.WholeStandings:
    totals = [
        make_message(pb.Total, line, bot=entrant.bot, owner=entrant.owner, first_place=first, last_place=last)
        for line, (first, last) in _with_places(whole_standings(each.standings for each in boards))
        for entrant in [entrants[line.player]]
    ]
    met = _meetings(whole_crosstable(each.met for each in boards), entrants)
    return pb.WholeStandings(standings=totals, crosstable=met)


def _with_places(lines: Sequence[LineT]) -> Iterator[tuple[LineT, tuple[int, int]]]:
    """Yield each of *lines*, best first, with its first and its last possible place."""
    ranges = interval_places([Line(line.score, line.low, line.high, line.blocks) for line in lines])
    return zip(lines, ranges, strict=True)


def _standing(
    line: PlayerStanding, first: int, last: int, entrant: EntrantRow, live_elo: float, rating: PlayerStrength | None
) -> pb.Standing:
    return make_message(
        pb.Standing,
        line,
        bot=entrant.bot,
        owner=entrant.owner,
        late=entrant.late,
        withdrawn=entrant.withdrawn,
        first_place=first,
        last_place=last,
        live_elo=live_elo,
        rating=rating and rating.elo,
        rating_low=rating and rating.low,
        rating_high=rating and rating.high,
        rating_bound=rating.bound if rating else "",
        means=(),
        counts=(),
    )


def _meetings(met: Iterable[PairMeeting], entrants: Entrants) -> list[pb.Meeting]:
    messages = [_meeting(meeting, entrants) for meeting in met]
    return sorted(messages, key=lambda meeting: (meeting.bot, meeting.opponent))


def _meeting(meeting: PairMeeting, entrants: Entrants) -> pb.Meeting:
    bot, opponent = entrants[meeting.player].bot, entrants[meeting.opponent].bot
    if bot < opponent:
        return make_message(pb.Meeting, meeting, bot=bot, opponent=opponent)
    low, high = (None if end is None else 1 - end for end in (meeting.high, meeting.low))
    return make_message(pb.Meeting, meeting, bot=opponent, opponent=bot, score=1 - meeting.score, low=low, high=high)
