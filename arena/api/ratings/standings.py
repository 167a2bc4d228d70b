"""Compute standings and crosstables of the closed boards."""

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

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
    Meeting,
    Standing,
    Total,
    crosstable,
    standings,
    whole_crosstable,
    whole_standings,
)
from arena.league.ratings.strengths import Strength, Strengths
from arena.league.ratings.tally import LineUpTally
from arena.store import Store
from arena.store.scales import Scale
from arena.store.tournaments.rows import Entrant, TournamentRow
from arena.wire.gen import standings_pb2 as pb

Entrants = dict[int, Entrant]
OVER = ("finished", "cancelled")


async def get_standings(call: Call[pb.GetStandingsRequest]) -> pb.GetStandingsResponse:
    """Return a tournament's standings by variant, computed in a thread, since hundreds of bots take a second."""
    row = await call.store.tournaments.named(call.request.name)
    if row.kind == "gate":
        line = f"tournament {row.name!r} is a gate, which has no standings: get its decision"
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


async def _read(store: Store, row: TournamentRow, variants: Sequence[str]) -> list["_Stored"]:
    """Read each variant; tests, which are not rated, show ratings of the same bots in their pool."""
    scales, ratings = await store.ratings.scales_of(row.id), store.ratings
    official = {variant: scales[variant]._replace(pool=row.pool) for variant in variants}
    tallies, forfeits = await ratings.tallies_of(row.id), await store.tournaments.forfeits(row.id)
    fits, conduct = await _fits(store, list(official.values())), await ratings.conduct(row.id)
    voids = await ratings.voids(row.id)
    return [
        _Stored(
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
class _Stored:
    """Everything stored of a variant of a tournament; *fits* and *live_elo* are of its scale."""

    variant: str
    tallies: list[LineUpTally]
    forfeits: dict[int, int]
    live_elo: dict[int, float]
    fits: Sequence[Fit]
    conduct: Conduct | None
    voids: list[Void]

    @cached_property
    def standings(self) -> list[Standing]:
        return standings(self.tallies, self.forfeits)

    @cached_property
    def met(self) -> list[Meeting]:
        return crosstable(self.tallies)

    @cached_property
    def ratings(self) -> dict[int, Strength]:
        """Each player's line in the table in which it has most boards."""
        lines = [line for fit in self.fits for line in Strengths(fit).table()]
        return {line.player: line for line in sorted(lines, key=lambda line: line.boards)}


def _answer(row: TournamentRow, stored: Sequence[_Stored]) -> pb.GetStandingsResponse:
    entrants = {entrant.version_id: entrant for entrant in row.entrants}
    names = {version: entrant.bot for version, entrant in entrants.items()}
    variants = []
    for each in stored:
        played = {line.player: line.boards for line in each.standings}
        boards = sum(tally.boards for tally in each.tallies)
        findings = void_findings(each.variant, each.voids, played, boards, names)
        ranked = zip(each.standings, _places(each.standings), strict=True)
        variants.append(
            pb.VariantStandings(
                variant=each.variant,
                standings=[_standing(line, places, entrants, each) for line, places in ranked],
                crosstable=_meetings(each.met, entrants),
                findings=findings + limit_findings(each.variant, each.conduct),
            )
        )
    whole = None
    if len(stored) > 1:
        whole = _whole([each.standings for each in stored], [each.met for each in stored], entrants)
    return pb.GetStandingsResponse(tournament=to_message(row), variants=variants, whole=whole)


def _whole(
    lines: Sequence[Sequence[Standing]], met: Sequence[Sequence[Meeting]], entrants: Entrants
) -> pb.WholeStandings:
    whole = whole_standings(lines)
    totals = [
        make_message(pb.Total, total, **_describe(total.player, total.interval, entrants), **places)
        for total, places in zip(whole, _places(whole), strict=True)
    ]
    return pb.WholeStandings(standings=totals, crosstable=_meetings(whole_crosstable(met), entrants))


def _places(lines: Sequence[Standing] | Sequence[Total]) -> list[dict[str, int]]:
    """Return the range of places of each line by their intervals."""
    places = interval_places([line.interval or (None, None) for line in lines])
    return [{"first_place": first, "last_place": last} for first, last in places]


def _standing(line: Standing, places: dict[str, int], entrants: Entrants, stored: _Stored) -> pb.Standing:
    entrant, rating = entrants[line.player], stored.ratings.get(line.player)
    return make_message(
        pb.Standing,
        line,
        **_describe(line.player, line.interval, entrants),
        **places,
        live_elo=stored.live_elo.get(line.player, START),
        late=entrant.late,
        withdrawn=entrant.withdrawn,
        rating=rating and rating.elo,
        rating_low=rating and rating.low,
        rating_high=rating and rating.high,
        rating_bound=rating.bound if rating else "",
    )


def _describe(player: int, interval: tuple[float, float] | None, entrants: Entrants) -> dict[str, Any]:
    low, high = interval or (None, None)
    return {"bot": entrants[player].bot, "owner": entrants[player].owner, "low": low, "high": high}


def _meetings(met: Sequence[Meeting], entrants: Entrants) -> list[pb.Meeting]:
    messages = [_meeting(meeting, entrants) for meeting in met]
    return sorted(messages, key=lambda meeting: (meeting.bot, meeting.opponent))


def _meeting(meeting: Meeting, entrants: Entrants) -> pb.Meeting:
    """Return a meeting as seen from the bot whose name comes first."""
    bot, opponent = entrants[meeting.player].bot, entrants[meeting.opponent].bot
    score = meeting.score
    low, high = meeting.interval or (None, None)
    if bot > opponent:
        bot, opponent, score = opponent, bot, 1 - score
        low, high = None if high is None else 1 - high, None if low is None else 1 - low
    scores = {"score": score, "error": meeting.error, "low": low, "high": high}
    return pb.Meeting(bot=bot, opponent=opponent, boards=meeting.boards, **scores)  # type: ignore[arg-type]
