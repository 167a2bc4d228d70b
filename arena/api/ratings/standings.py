"""Standings and crosstables of the boards closed so far."""

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from grpc import StatusCode

from arena.api.calls.call import Call, invalid
from arena.api.calls.messages import message_of
from arena.api.ratings.conduct import limit_findings, void_findings
from arena.api.tournaments.tournaments import to_message, waits_of
from arena.escapes import cut
from arena.guards.auth import Refused
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
    """Return the standings of each variant of a tournament.

    All variants, or the one asked for; boards closed a moment ago are rated first. Some hundred
    bots take the processor for a second: a thread does it, so that the bots' clocks are not held
    up. Raises `UnknownTournament`, `Refused`.
    """
    row = await call.store.tournaments.named(call.request.name)
    if row.kind == "gate":
        raise Refused(
            StatusCode.FAILED_PRECONDITION,
            f"tournament {row.name!r} is a gate, which has a decision: get that",
        )
    await call.store.ratings.catch_up()
    known = await _known(call.store, row, chosen(row, call.request.variant))
    answer = await asyncio.to_thread(_answer, row, known)
    if row.state not in OVER:
        answer.waits.CopyFrom(waits_of(await call.store.tournaments.progress(row.name)))
    return answer


def chosen(row: TournamentRow, only: str) -> list[str]:
    """The variants of a tournament, or the one that is asked for. Raises `Refused` where it is none of them."""
    if only and only not in row.variants:
        raise invalid(f"variant {cut(only)!r}: tournament {row.name!r} has {', '.join(row.variants)}")
    return [only] if only else row.variants


async def _known(store: Store, row: TournamentRow, variants: Sequence[str]) -> list["_Known"]:
    """Return what is known of each variant.

    Ratings are those of the pool, which tests have none of: theirs are of the same bots in others.
    """
    scales, ratings = await store.ratings.scales_of(row.id), store.ratings
    official = {variant: scales[variant]._replace(pool=row.pool) for variant in variants}
    tallies, forfeits = await ratings.tallies_of(row.id), await store.tournaments.forfeits(row.id)
    fits, conduct = await _fits(store, list(official.values())), await ratings.conduct(row.id)
    voids = await ratings.voids(row.id)
    return [
        _Known(
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
    """Return the stored fits, which are renewed behind the reader's back.

    Only where there is none at all is the first one waited for, briefly.
    """
    found = await store.ratings.fits(scales)
    if found:
        await store.ratings.refresh_fits()
        return found
    await store.ratings.catch_up_fits()
    return await store.ratings.fits(scales)


async def _live_elo(store: Store, scale: Scale) -> dict[int, float]:
    rows = await store.ratings.elo(scale.variant)
    return {row.version_id: row.elo for row in rows if (row.revision, row.pool, row.format) == scale[1:]}


@dataclass(frozen=True)
class _Known:
    """What is known of a variant of a tournament.

    *fits* and *live_elo* are of its scale.
    """

    variant: str
    tallies: list[LineUpTally]
    forfeits: dict[int, int]
    live_elo: dict[int, float]
    fits: Sequence[Fit]
    conduct: Conduct | None
    voids: list[Void]

    @property
    def played(self) -> dict[int, int]:
        """Closed boards of each player."""
        return {line.player: line.boards for line in self.standings}

    @property
    def boards(self) -> int:
        """Closed boards."""
        return sum(tally.boards for tally in self.tallies)

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


def _answer(row: TournamentRow, known: Sequence[_Known]) -> pb.GetStandingsResponse:
    entrants = {entrant.version_id: entrant for entrant in row.entrants}
    names = {version: entrant.bot for version, entrant in entrants.items()}
    variants = [
        pb.VariantStandings(
            variant=each.variant,
            standings=[
                _standing(line, places, entrants, each)
                for line, places in zip(each.standings, _places(each.standings), strict=True)
            ],
            crosstable=_meetings(each.met, entrants),
            findings=[
                *void_findings(each.variant, each.voids, each.played, each.boards, names),
                *limit_findings(each.variant, each.conduct),
            ],
        )
        for each in known
    ]
    whole = None
    if len(known) > 1:
        whole = _whole([each.standings for each in known], [each.met for each in known], entrants)
    return pb.GetStandingsResponse(tournament=to_message(row), variants=variants, whole=whole)


def _whole(
    lines: Sequence[Sequence[Standing]], met: Sequence[Sequence[Meeting]], entrants: Entrants
) -> pb.WholeStandings:
    whole = whole_standings(lines)
    totals = [
        message_of(pb.Total, total, **_named(total.player, total.interval, entrants), **places)
        for total, places in zip(whole, _places(whole), strict=True)
    ]
    return pb.WholeStandings(standings=totals, crosstable=_meetings(whole_crosstable(met), entrants))


def _places(lines: Sequence[Standing] | Sequence[Total]) -> list[dict[str, int]]:
    """Return the range of places of each line, as its intervals have it."""
    found = interval_places([line.interval or (None, None) for line in lines])
    return [{"first_place": first, "last_place": last} for first, last in found]


def _standing(line: Standing, places: dict[str, int], entrants: Entrants, known: _Known) -> pb.Standing:
    entrant, rating = entrants[line.player], known.ratings.get(line.player)
    return message_of(
        pb.Standing,
        line,
        **_named(line.player, line.interval, entrants),
        **places,
        live_elo=known.live_elo.get(line.player, START),
        late=entrant.late,
        withdrawn=entrant.withdrawn,
        rating=rating and rating.elo,
        rating_low=rating and rating.low,
        rating_high=rating and rating.high,
        rating_bound=rating.bound if rating else "",
    )


def _named(player: int, interval: tuple[float, float] | None, entrants: Entrants) -> dict[str, Any]:
    """Who it is, and the ends of an interval."""
    low, high = interval or (None, None)
    return {"bot": entrants[player].bot, "owner": entrants[player].owner, "low": low, "high": high}


def _meetings(met: Sequence[Meeting], entrants: Entrants) -> list[pb.Meeting]:
    """In order of names."""
    made = [_meeting(meeting, entrants) for meeting in met]
    return sorted(made, key=lambda meeting: (meeting.bot, meeting.opponent))


def _meeting(meeting: Meeting, entrants: Entrants) -> pb.Meeting:
    """The meeting seen from the bot whose name comes first."""
    bot, opponent = entrants[meeting.player].bot, entrants[meeting.opponent].bot
    turned = bot > opponent
    low, high = meeting.interval or (None, None)
    if turned and low is not None and high is not None:
        low, high = 1 - high, 1 - low
    return pb.Meeting(
        bot=opponent if turned else bot,
        opponent=bot if turned else opponent,
        boards=meeting.boards,
        score=1 - meeting.score if turned else meeting.score,
        error=meeting.error,
        low=low,
        high=high,
    )
