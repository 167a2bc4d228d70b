"""The official tables."""

import asyncio
import math

from arena.api.calls.call import Call
from arena.api.calls.messages import message_of
from arena.league.ratings.bradley_terry import Fit
from arena.league.ratings.strengths import Strength, Strengths, pooled
from arena.rules import find
from arena.wire.gen import ratings_pb2 as pb

Names = dict[int, str]  # version -> "name@version"


async def get_strengths(call: Call[pb.GetStrengthsRequest]) -> pb.GetStrengthsResponse:
    """The tables of the variants that are named, or of all that are rated; boards closed a moment ago are rated first.

    Some hundred bots take the processor for a second: a thread does it, so that the bots' clocks are not held up.
    Raises `UnknownVariant`.
    """
    variants = call.request.variants
    for variant in variants:
        find(variant)
    await call.store.ratings.catch_up_fits()
    newest: dict[str, tuple[int, Fit]] = {}
    for (variant, revision), fit in (await call.store.ratings.fits()).items():
        if not variants or variant in variants:
            newest.setdefault(variant, (revision, fit))
    unfitted = await call.store.ratings.unfitted()
    behind = sum(boards for (variant, _), boards in unfitted.items() if not variants or variant in variants)
    names = {row.version_id: row.bot for row in await call.store.accounts.bots()}
    pools = await call.store.ratings.rated_pools(official=True)
    if call.request.pooled:
        table = await asyncio.to_thread(_pooled, {variant: found for variant, (_, found) in newest.items()}, names)
        own = [pools.get((variant, revision), []) for variant, (revision, _) in newest.items()]
        table.pools.extend(sorted({each for found in own for each in found}))
        return pb.GetStrengthsResponse(tables=[table], behind=behind)
    tables = [await asyncio.to_thread(_table, variant, *found, names) for variant, found in newest.items()]
    for table in tables:
        table.pools.extend(pools.get((table.variants[0], table.revision), []))
    return pb.GetStrengthsResponse(tables=tables, behind=behind)


def _pooled(fits: dict[str, Fit], names: Names) -> pb.StrengthTable:
    lines = [_strength(line, names) for line in pooled(list(fits.values()))]
    return pb.StrengthTable(variants=list(fits), strengths=lines)


def _table(variant: str, revision: int, fit: Fit, names: Names) -> pb.StrengthTable:
    strengths = Strengths(fit)
    lines = strengths.table()
    messages = [_strength(line, names) for line in lines]
    for line, message in zip(lines, messages, strict=True):
        likely = (strengths.superiority(line.player, other.player) for other in lines)
        message.superiority.extend(-1 if each is None else each for each in likely)
    surprises = [
        message_of(pb.Surprise, each, bot=names[each.player], opponent=names[each.opponent])
        for each in strengths.surprises()
    ]
    return pb.StrengthTable(variants=[variant], revision=revision, strengths=messages, surprises=surprises)


def _strength(line: Strength, names: Names) -> pb.Strength:
    error = line.error if math.isfinite(line.error) else None
    return message_of(pb.Strength, line, bot=names[line.player], error=error, superiority=())
