"""Standings and crosstables of the boards closed so far."""

import asyncio
from collections.abc import Sequence
from typing import Any

from grpc import StatusCode

from arena.api.calls.call import Call
from arena.api.calls.messages import message_of
from arena.api.calls.refusals import invalid
from arena.api.tournaments.tournaments import to_message
from arena.guards.refused import Refused
from arena.league.ratings.elo import START
from arena.league.ratings.standings import Meeting, Standing, crosstable, standings, whole_crosstable, whole_standings
from arena.league.ratings.tally import LineUpTally
from arena.store import Store
from arena.store.tournaments.rows import Entrant, TournamentRow
from arena.wire.gen import standings_pb2 as pb

Entrants = dict[int, Entrant]
Elo = dict[int, float]


async def get_standings(call: Call[pb.GetStandingsRequest]) -> pb.GetStandingsResponse:
    """Each variant of a tournament as it stands, or one; boards closed a moment ago are rated first.

    Some hundred bots take the processor for a second: a thread does it, so that the bots' clocks are not held up.
    """
    row = await call.store.tournaments.named(call.request.name)
    if row.kind == "gate":
        raise Refused(
            StatusCode.FAILED_PRECONDITION,
            f"tournament {row.name!r} is a gate, which has a decision: get that",
        )
    await call.store.ratings.catch_up()
    tallies = await call.store.ratings.tallies_of(row.id)
    elo = {variant: await _elo(call.store, variant) for variant in chosen(row, call.request.variant)}
    return await asyncio.to_thread(_answer, row, tallies, await call.store.tournaments.forfeits(row.id), elo)


def chosen(row: TournamentRow, only: str) -> list[str]:
    """The variants of a tournament, or the one that is asked for. Raises `Refused` where it is none of them."""
    if only and only not in row.variants:
        raise invalid(f"variant {only!r}: tournament {row.name!r} has {', '.join(row.variants)}")
    return [only] if only else row.variants


async def _elo(store: Store, variant: str) -> Elo:
    """Elo by version, of the newest rules revision it is rated in."""
    return {row.version_id: row.elo for row in await store.ratings.elo(variant)}


def _answer(
    row: TournamentRow,
    tallies: dict[str, list[LineUpTally]],
    forfeits: dict[str, dict[int, int]],
    elo: dict[str, Elo],
) -> pb.GetStandingsResponse:
    entrants = {entrant.version_id: entrant for entrant in row.entrants}
    lines = {variant: standings(tallies.get(variant, []), forfeits.get(variant, {})) for variant in elo}
    met = {variant: crosstable(tallies.get(variant, [])) for variant in elo}
    variants = [
        pb.VariantStandings(
            variant=variant,
            standings=[_standing(line, entrants, elo[variant]) for line in lines[variant]],
            crosstable=_meetings(met[variant], entrants),
        )
        for variant in elo
    ]
    whole = _whole(list(lines.values()), list(met.values()), entrants) if len(elo) > 1 else None
    return pb.GetStandingsResponse(tournament=to_message(row), variants=variants, whole=whole)


def _whole(
    lines: Sequence[Sequence[Standing]], met: Sequence[Sequence[Meeting]], entrants: Entrants
) -> pb.WholeStandings:
    totals = [
        message_of(pb.Total, total, **_named(total.player, total.interval, entrants))
        for total in whole_standings(lines)
    ]
    return pb.WholeStandings(standings=totals, crosstable=_meetings(whole_crosstable(met), entrants))


def _standing(line: Standing, entrants: Entrants, elo: Elo) -> pb.Standing:
    entrant = entrants[line.player]
    return message_of(
        pb.Standing,
        line,
        **_named(line.player, line.interval, entrants),
        elo=elo.get(line.player, START),
        late=entrant.late,
        withdrawn=entrant.withdrawn,
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
