"""Standings and crosstables of the boards closed so far."""

from collections.abc import Sequence

from arena.gateway.people.tournaments import to_message
from arena.league.elo import START
from arena.league.standings import Meeting, crosstable, standings
from arena.league.tally import LineUpTally
from arena.store import Store
from arena.store.rows import Entrant
from arena.wire.gen import arena_pb2 as pb


async def get_standings(store: Store, name: str) -> pb.GetStandingsResponse:
    """Each variant of tournament *name*, as it stands; boards closed a moment ago are rated first."""
    await store.rate()
    row = await store.tournament(name)
    tallies = await store.tallies_of(row.id)
    entrants = {entrant.version_id: entrant for entrant in row.entrants}
    variants = [
        _variant(variant, tallies.get(variant, []), entrants, await _elo(store, variant)) for variant in row.variants
    ]
    return pb.GetStandingsResponse(tournament=to_message(row), variants=variants)


async def _elo(store: Store, variant: str) -> dict[int, float]:
    """Elo by version, of the newest rules revision it is rated in."""
    return {row.version_id: row.elo for row in await store.ratings(variant)}


def _variant(
    variant: str, tallies: Sequence[LineUpTally], entrants: dict[int, Entrant], elo: dict[int, float]
) -> pb.VariantStandings:
    lines = [
        pb.Standing(
            bot=entrants[line.player].bot,
            owner=entrants[line.player].owner,
            boards=line.boards,
            score=line.score,
            error=line.error,
            points=line.points,
            infractions=line.infractions,
            elo=elo.get(line.player, START),
        )
        for line in standings(tallies)
    ]
    meetings = [_meeting(meeting, entrants) for meeting in crosstable(tallies)]
    meetings.sort(key=lambda meeting: (meeting.bot, meeting.opponent))
    return pb.VariantStandings(variant=variant, standings=lines, crosstable=meetings)


def _meeting(meeting: Meeting, entrants: dict[int, Entrant]) -> pb.Meeting:
    """The meeting seen from the bot whose name comes first."""
    bot, opponent = entrants[meeting.player].bot, entrants[meeting.opponent].bot
    turned = bot > opponent
    return pb.Meeting(
        bot=opponent if turned else bot,
        opponent=bot if turned else opponent,
        boards=meeting.boards,
        score=1 - meeting.score if turned else meeting.score,
        error=meeting.error,
    )
