"""How two bots did against each other."""

from collections.abc import Iterable

from arena.api.calls.call import Call
from arena.api.calls.messages import message_of
from arena.api.calls.refusals import invalid
from arena.league.ratings.head_to_head import HeadToHead, head_to_head
from arena.league.ratings.interval import average
from arena.rules import find
from arena.store import Store
from arena.wire.gen import standings_pb2 as pb


async def get_head_to_head(call: Call[pb.GetHeadToHeadRequest]) -> pb.GetHeadToHeadResponse:
    """By variant, and all as one; boards closed a moment ago are rated first. Raises `Refused`, `UnknownVariant`."""
    if call.request.variant:
        find(call.request.variant)
    version_id, bot = await call.store.ratings.find_version(call.request.bot)
    opponent_id, opponent = await call.store.ratings.find_version(call.request.opponent)
    if version_id == opponent_id:
        raise invalid(f"opponent {call.request.opponent!r} is {bot} itself: give two bots, or two versions")
    await call.store.ratings.catch_up()
    tallies = await call.store.ratings.tallies_of_pair(
        version_id, opponent_id, call.request.tournament or None, call.request.variant or None
    )
    met = {key: found for key, each in tallies.items() if (found := head_to_head(each, version_id, opponent_id))}
    return pb.GetHeadToHeadResponse(
        bot=bot,
        opponent=opponent,
        pools=await _pools(call.store, call.request.tournament, met),
        variants=[_line(*key, found) for key, found in met.items()],
        whole=_whole(bot, opponent, list(met.values())) if met else None,
    )


async def _pools(store: Store, tournament: str, met: Iterable[tuple[str, int]]) -> list[str]:
    """Of the tournament that is asked for, or of all that have boards of these variants and revisions."""
    if tournament:
        return [(await store.tournaments.named(tournament)).pool]
    pools = await store.ratings.rated_pools()
    return sorted({pool for key in met for pool in pools.get(key, [])})


def _line(variant: str, revision: int, found: HeadToHead) -> pb.HeadToHead:
    low, high = found.interval or (None, None)
    return message_of(pb.HeadToHead, found, variant=variant, revision=revision, low=low, high=high)


def _whole(bot: str, opponent: str, met: list[HeadToHead]) -> pb.Meeting:
    boards, score, error, interval = average([(each.boards, each.score, each.error) for each in met])
    low, high = interval or (None, None)
    return pb.Meeting(bot=bot, opponent=opponent, boards=boards, score=score, error=error, low=low, high=high)
