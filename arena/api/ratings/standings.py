"""Compute standings and crosstables of the closed boards."""

import asyncio
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TypeVar

from grpc import StatusCode

from arena.api.calls.call import Call, invalid
from arena.api.calls.messages import make_message
from arena.api.ratings.conduct import limit_findings, void_findings
from arena.api.tournaments.tournaments import to_message, waits_of
from arena.escapes import cut
from arena.guards.auth import RefusedError
from arena.league.findings.marks import Conduct
from arena.league.findings.voids import Void
from arena.league.ratings.bradley_terry import Fit
from arena.league.ratings.elo import START
from arena.league.ratings.places import interval_places
from arena.league.ratings.standings import (
    PairMeeting,
    PlayerStanding,
    PlayerTotal,
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

Entrants = dict[int, EntrantRow]
LineT = TypeVar("LineT", PlayerStanding, PlayerTotal)
OVER = ("finished", "cancelled")


async def get_standings(call: Call[pb.GetStandingsRequest]) -> pb.GetStandingsResponse:
    """Return a tournament's standings by variant, computed in a thread, since hundreds of bots take a second."""
    row = await call.store.tournaments.named(call.request.name)
    if row.kind == "gate":
        line = f"tournament {row.name!r} is a gate, which has a decision: get that"
        raise RefusedError(StatusCode.FAILED_PRECONDITION, line)
    await call.store.ratings.catch_up()
    stored = await _read(call.store, row, choose_variants(row, call.request.variant))
    answer = await asyncio.to_thread(_answer, row, stored)
    if row.state not in OVER:
        answer.waits.CopyFrom(waits_of(await call.store.tournaments.progress(row.name)))
    return answer


def choose_variants(row: TournamentRow, only: str) -> list[str]:
    """Return the variants of a tournament, or *only* one of them. Raises `RefusedError` for any other."""
    if only and only not in row.variants:
        raise invalid(f"variant {cut(only)!r}: tournament {row.name!r} has {', '.join(row.variants)}")
    return [only] if only else row.variants


async def _read(store: Store, row: TournamentRow, variants: Sequence[str]) -> list["_VariantRows"]:
    """Read each variant; tests, which are not rated, show ratings of the same bots in their pool."""
    scales, ratings = await store.ratings.scales_of(row.id), store.ratings
    official = {variant: scales[variant]._replace(pool=row.pool) for variant in variants}
    tallies, forfeits = await ratings.tallies_of(row.id), await store.tournaments.forfeits(row.id)
    fits, conduct = await _fits(store, list(official.values())), await ratings.conduct(row.id)
    voids = await ratings.voids(row.id)
    return [
        _VariantRows(
            variant,
            tallies.get(variant, []),
            forfeits.get(variant, {}),
            await _live_elo(store, scales[variant]),
            fits.get(official[variant], []),
            conduct.get(scales[variant]),
            voids.get(scales[variant], []),
        )
        for variant in variants
    ]


async def _fits(store: Store, scales: list[Scale]) -> Mapping[Scale, Sequence[Fit]]:
    """Return the stored fits, which are refreshed in the background; only the first is waited for."""
    fits = await store.ratings.fits(scales)
    if fits:
        await store.ratings.refresh_fits()
        return fits
    await store.ratings.catch_up_fits()
    return await store.ratings.fits(scales)


async def _live_elo(store: Store, scale: Scale) -> dict[int, float]:
    rows = await store.ratings.elo(scale.variant)
    return {row.version_id: row.elo for row in rows if (row.revision, row.pool, row.format) == scale[1:]}


@dataclass(frozen=True)
class _VariantRows:
    """The rows that a variant's standings are computed from; *fits* and *live_elo* are of its scale."""

    variant: str
    tallies: list[LineUpTally]
    forfeits: dict[int, int]
    live_elo: dict[int, float]
    fits: Sequence[Fit]
    conduct: Conduct | None
    voids: list[Void]

    @cached_property
    def standings(self) -> list[PlayerStanding]:
        return standings(self.tallies, self.forfeits)

    @cached_property
    def met(self) -> list[PairMeeting]:
        return crosstable(self.tallies)

    @cached_property
    def ratings(self) -> dict[int, PlayerStrength]:
        """Each player's line in the table in which it has most boards."""
        lines = [line for fit in self.fits for line in Strengths(fit).table()]
        return {line.player: line for line in sorted(lines, key=lambda line: line.boards)}


def _answer(row: TournamentRow, stored: Sequence[_VariantRows]) -> pb.GetStandingsResponse:
    entrants = {entrant.version_id: entrant for entrant in row.entrants}
    variants = [_variant(each, entrants) for each in stored]
    whole = _whole(stored, entrants) if len(stored) > 1 else None
    return pb.GetStandingsResponse(tournament=to_message(row), variants=variants, whole=whole)


def _variant(rows: _VariantRows, entrants: Entrants) -> pb.VariantStandings:
    names = {version: entrant.bot for version, entrant in entrants.items()}
    played = {line.player: line.boards for line in rows.standings}
    boards = sum(tally.boards for tally in rows.tallies)
    findings = void_findings(rows.variant, rows.voids, played, boards, names)
    return pb.VariantStandings(
        variant=rows.variant,
        standings=[_standing(line, *ends, entrants[line.player], rows) for line, ends in _with_places(rows.standings)],
        crosstable=_meetings(rows.met, entrants),
        findings=findings + limit_findings(rows.variant, rows.conduct),
    )


def _whole(stored: Sequence[_VariantRows], entrants: Entrants) -> pb.WholeStandings:
    totals = whole_standings(each.standings for each in stored)
    return pb.WholeStandings(
        standings=[_total(line, *ends, entrants[line.player]) for line, ends in _with_places(totals)],
        crosstable=_meetings(whole_crosstable(each.met for each in stored), entrants),
    )


def _with_places(lines: Sequence[LineT]) -> Iterator[tuple[LineT, tuple[int, int]]]:
    """Yield each line with the first and the last place that its interval leaves open."""
    return zip(lines, interval_places([(line.low, line.high) for line in lines]), strict=True)


def _standing(line: PlayerStanding, first: int, last: int, entrant: EntrantRow, rows: _VariantRows) -> pb.Standing:
    rating = rows.ratings.get(line.player)
    return make_message(
        pb.Standing,
        line,
        bot=entrant.bot,
        owner=entrant.owner,
        late=entrant.late,
        withdrawn=entrant.withdrawn,
        first_place=first,
        last_place=last,
        live_elo=rows.live_elo.get(line.player, START),
        rating=rating and rating.elo,
        rating_low=rating and rating.low,
        rating_high=rating and rating.high,
        rating_bound=rating.bound if rating else "",
    )


def _total(line: PlayerTotal, first: int, last: int, entrant: EntrantRow) -> pb.Total:
    return make_message(pb.Total, line, bot=entrant.bot, owner=entrant.owner, first_place=first, last_place=last)


def _meetings(met: Iterable[PairMeeting], entrants: Entrants) -> list[pb.Meeting]:
    messages = [_meeting(meeting, entrants) for meeting in met]
    return sorted(messages, key=lambda meeting: (meeting.bot, meeting.opponent))


def _meeting(meeting: PairMeeting, entrants: Entrants) -> pb.Meeting:
    """Return a meeting as seen from the bot whose name comes first."""
    bot, opponent = entrants[meeting.player].bot, entrants[meeting.opponent].bot
    if bot < opponent:
        return make_message(pb.Meeting, meeting, bot=bot, opponent=opponent)
    low, high = (None if end is None else 1 - end for end in (meeting.high, meeting.low))
    return make_message(pb.Meeting, meeting, bot=opponent, opponent=bot, score=1 - meeting.score, low=low, high=high)
