"""The official tables."""

import asyncio
import math
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from arena.api.calls.call import Call
from arena.api.calls.messages import message_of
from arena.league.ratings.bradley_terry import Fit
from arena.league.ratings.pooled import pooled
from arena.league.ratings.strengths import Strength, Strengths
from arena.league.ratings.surprises import surprises
from arena.rules import find
from arena.store.ratings.official import Scale
from arena.wire.gen import ratings_pb2 as pb

RATED: Final = "hands"  # the format in which each seat deals once

Names = dict[int, str]  # version -> "name@version"
Fits = Mapping[Scale, Sequence[Fit]]


async def get_strengths(call: Call[pb.GetStrengthsRequest]) -> pb.GetStrengthsResponse:
    """The tables of the variants that are named, or of all that are rated; boards closed a moment ago are rated first.

    Some hundred bots take the processor for a second: a thread does it, so that the bots' clocks are not held up.
    Raises `UnknownVariant`.
    """
    variants = call.request.variants
    for variant in variants:
        find(variant)
    await call.store.ratings.catch_up_fits()
    stored, unfitted = await call.store.ratings.fits(), await call.store.ratings.unfitted()
    found = {scale: fits for scale, fits in stored.items() if not variants or scale.variant in variants}
    behind = sum(boards for scale, boards in unfitted.items() if not variants or scale.variant in variants)
    names = {row.version_id: row.bot for row in await call.store.accounts.bots()}
    make = _pooled if call.request.pooled else _tables
    return pb.GetStrengthsResponse(tables=await asyncio.to_thread(make, _newest(found), names), behind=behind)


def _newest(fits: Fits) -> Fits:
    """Those of the newest rules of each variant."""
    newest: dict[str, int] = {}
    for scale in fits:
        newest[scale.variant] = max(scale.revision, newest.get(scale.variant, 0))
    return {scale: found for scale, found in fits.items() if scale.revision == newest[scale.variant]}


def _pooled(fits: Fits, names: Names) -> list[pb.StrengthTable]:
    """For each pool, of the variants that have boards of it in the rated format."""
    pools: dict[str, dict[str, Sequence[Fit]]] = defaultdict(dict)
    for scale, found in fits.items():
        if scale.format == f"{RATED} {find(scale.variant).seats}":
            pools[scale.pool][scale.variant] = found
    tables = []
    for pool, variants in sorted(pools.items()):
        parts = pooled(list(variants.values()))
        for part, lines in enumerate(parts, start=1):
            strengths = [_strength(line, names) for line in lines]
            table = pb.StrengthTable(variants=list(variants), strengths=strengths, pools=[pool], format=RATED)
            table.part, table.parts = part, len(parts)
            tables.append(table)
    return tables


def _tables(fits: Fits, names: Names) -> list[pb.StrengthTable]:
    return [table for scale, found in fits.items() for table in _parts(scale, found, names)]


def _parts(scale: Scale, fits: Sequence[Fit], names: Names) -> Iterator[pb.StrengthTable]:
    for part, fit in enumerate(fits, start=1):
        strengths = Strengths(fit)
        lines = strengths.table()
        messages = [_strength(line, names) for line in lines]
        for line, message in zip(lines, messages, strict=True):
            likely = (strengths.superiority(line.player, other.player) for other in lines)
            message.superiority.extend(-1 if each is None else each for each in likely)
        yield pb.StrengthTable(
            variants=[scale.variant],
            revision=scale.revision,
            strengths=messages,
            surprises=[
                message_of(pb.Surprise, each, bot=names[each.player], opponent=names[each.opponent])
                for each in surprises(fit)
            ],
            pools=[scale.pool],
            format=scale.format,
            part=part,
            parts=len(fits),
            links=[pb.Link(part=other + 1, boards=boards) for other, boards in fit.links],
        )


def _strength(line: Strength, names: Names) -> pb.Strength:
    error = line.error if math.isfinite(line.error) else None
    return message_of(pb.Strength, line, bot=names[line.player], error=error, superiority=())
