"""The official tables."""

import asyncio
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from arena.api.calls.call import Call, invalid
from arena.api.calls.messages import message_of
from arena.api.ratings.messages import Names, marks, strength_message, voided
from arena.api.ratings.pooled import pooled_tables
from arena.league.findings.marks import Conduct
from arena.league.findings.surprises import surprises
from arena.league.findings.voids import Void
from arena.league.ratings.bradley_terry import Fit
from arena.league.ratings.places import places
from arena.league.ratings.strengths import Strengths
from arena.rules import find
from arena.store.scales import Scale
from arena.wire.gen import ratings_pb2 as pb

Fits = Mapping[Scale, Sequence[Fit]]
Conducts = Mapping[Scale, Conduct]
Voids = Mapping[Scale, Sequence[Void]]


async def get_strengths(call: Call[pb.GetStrengthsRequest]) -> pb.GetStrengthsResponse:
    """Return the official tables of the named variants, or all.

    Boards closed a moment ago are rated first. Some hundred bots take the processor for a second: a
    thread does it, so that the bots' clocks are not held up. Raises `UnknownVariant`, `Refused`.
    """
    variants = call.request.variants
    for variant in variants:
        find(variant)
    if variants and call.request.pooled:
        raise invalid(f"variants {', '.join(variants)}: a pooled table is of all of them, so name none")
    await call.store.ratings.catch_up_fits()
    stored, unfitted = await call.store.ratings.fits(), await call.store.ratings.unfitted()
    found = _newest({scale: fits for scale, fits in stored.items() if not variants or scale.variant in variants})
    behind = sum(boards for scale, boards in unfitted.items() if not variants or scale.variant in variants)
    names = {row.version_id: row.bot for row in await call.store.accounts.bots()}
    if call.request.pooled:
        tables = await asyncio.to_thread(pooled_tables, found, names)
    else:
        conducts, voids = await call.store.ratings.conduct(), await call.store.ratings.voids()
        tables = await asyncio.to_thread(_tables, found, names, conducts, voids, call.request.brief)
    return pb.GetStrengthsResponse(tables=tables, behind=behind)


def _newest(fits: Fits) -> Fits:
    """Those of the newest rules of each variant."""
    newest: dict[str, int] = {}
    for scale in fits:
        newest[scale.variant] = max(scale.revision, newest.get(scale.variant, 0))
    return {scale: found for scale, found in fits.items() if scale.revision == newest[scale.variant]}


def _tables(fits: Fits, names: Names, conducts: Conducts, voids: Voids, brief: bool) -> list[pb.StrengthTable]:
    return [
        table
        for scale, found in fits.items()
        for table in _parts(scale, found, names, conducts.get(scale, Conduct()), voids.get(scale, []), brief)
    ]


def _parts(
    scale: Scale, fits: Sequence[Fit], names: Names, conduct: Conduct, voids: Sequence[Void], brief: bool
) -> Iterator[pb.StrengthTable]:
    everybody = {names[player] for fit in fits for player in fit.players}
    parts = [(fit, strengths := Strengths(fit), strengths.table()) for fit in fits]
    played: Counter[int] = Counter()
    for _, _, lines in parts:
        played.update({line.player: line.boards for line in lines})
    for part, (fit, strengths, lines) in enumerate(parts, start=1):
        ranges = [
            {"first_place": place.first, "last_place": place.last, "to_settle": place.to_settle}
            for place in places(strengths, [line.player for line in lines])
        ]
        messages = [strength_message(line, names, **ranged) for line, ranged in zip(lines, ranges, strict=True)]
        for line, message in zip(() if brief else lines, () if brief else messages, strict=True):
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
            marks=marks(conduct, but=everybody - {line.bot for line in messages}),
            voided=voided(voids, played, conduct.boards, {line.player: names[line.player] for line in lines}),
        )
