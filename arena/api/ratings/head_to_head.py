"""Compare two bots over the boards on which they met."""

from collections import defaultdict
from collections.abc import Iterator, Mapping

from arena.api.calls.call import Call, invalid
from arena.api.calls.messages import make_message
from arena.api.ratings.strengths import is_rated_format
from arena.league.ratings.standings import PairMeeting, head_to_head, whole_crosstable
from arena.rules import find
from arena.store.scales import Scale
from arena.wire.gen import standings_pb2 as pb

Met = Mapping[Scale, PairMeeting]


async def get_head_to_head(call: Call[pb.GetHeadToHeadRequest]) -> pb.GetHeadToHeadResponse:
    """Return two bots' scores against each other, by scale and pooled, after rating closed boards."""
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
    met = {scale: found for scale, each in tallies.items() if (found := head_to_head(each, version_id, opponent_id))}
    return pb.GetHeadToHeadResponse(
        bot=bot,
        opponent=opponent,
        pools=sorted({scale.pool for scale in met}),
        variants=[make_message(pb.HeadToHead, found, **scale._asdict()) for scale, found in met.items()],
        wholes=_wholes(bot, opponent, met),
    )


def _wholes(bot: str, opponent: str, met: Met) -> Iterator[pb.PooledMeeting]:
    """Yield, for each pool, the average over variants in the rated format, each under its newest rules."""
    pools: dict[str, dict[str, PairMeeting]] = defaultdict(dict)
    for scale, found in met.items():  # a variant's newest rules come first
        if is_rated_format(scale):
            pools[scale.pool].setdefault(scale.variant, found)
    for pool, variants in sorted(pools.items()):
        if len(variants) > 1:
            (whole,) = whole_crosstable([each] for each in variants.values())
            meeting = make_message(pb.Meeting, whole, bot=bot, opponent=opponent)
            yield pb.PooledMeeting(pool=pool, variants=list(variants), meeting=meeting)
