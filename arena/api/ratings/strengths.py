"""Return the official rating tables, by variant or pooled."""

import asyncio
import math
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from arena.api.calls.call import Call, invalid
from arena.api.calls.messages import make_message
from arena.api.ratings.conduct import limit_findings, void_findings
from arena.league.findings.marks import Conduct
from arena.league.findings.surprises import surprises
from arena.league.findings.voids import Void
from arena.league.ratings.bradley_terry import Fit
from arena.league.ratings.places import Line, interval_places, likelihood, places
from arena.league.ratings.pooled import Group, missing, pool_ratings
from arena.league.ratings.strengths import PlayerStrength, Strengths
from arena.rules import VARIANTS, find
from arena.store.scales import Scale
from arena.wire.gen import ratings_pb2 as pb

Names = Mapping[int, str]  # "name@version" by version id


def strength_message(line: PlayerStrength, names: Names, **others: Any) -> pb.Strength:
    """Return a row of an official table; *others*: fields that only some tables have."""
    error = line.error if math.isfinite(line.error) else None
    rest = {"superiority": (), "spread": None, "kind": "", "first_place": 0, "last_place": 0} | others
    return make_message(pb.Strength, line, bot=names[line.player], rating=line.elo, error=error, **rest)


RATED: Final = "hands"  # the rated format: as many hands as seats, so that each seat deals once

Variants = Mapping[str, Sequence[Fit]]


def is_rated_format(scale: Scale) -> bool:
    """Return whether games have as many hands as seats, the format in which variants are pooled."""
    return scale.format == f"{RATED} {find(scale.variant).seats}"


def pooled_tables(fits: Mapping[Scale, Sequence[Fit]], names: Names) -> list[pb.StrengthTable]:
    """Return each pool's tables over its variants with boards in the rated format. *names*: by version id."""
    pools: dict[str, dict[str, Sequence[Fit]]] = defaultdict(dict)
    for scale, found in fits.items():
        if is_rated_format(scale):
            pools[scale.pool][scale.variant] = found
    return [table for pool, variants in sorted(pools.items()) for table in _of_pool(pool, variants, names)]


def _of_pool(pool: str, variants: Variants, names: Names) -> Iterator[pb.StrengthTable]:
    """Yield the pooled tables of one pool; if no bot is comparable in all variants, a table of what is missing."""
    groups = pool_ratings(list(variants.values()))
    unplayed = [name for name in VARIANTS if name not in variants]
    for part, group in enumerate(groups or [Group([], [])], start=1):
        pooled = [line.strength for line in group.lines]
        ranges = interval_places([Line(line.elo, line.low, line.high, line.blocks) for line in pooled])
        yield pb.StrengthTable(
            variants=list(variants),
            strengths=[
                strength_message(line.strength, names, spread=line.spread, kind=line.kind, **place._asdict())
                for line, place in zip(group.lines, ranges, strict=True)
            ],
            pools=[pool],
            format=RATED,
            part=part,
            parts=max(1, len(groups)),
            missing=_missing(variants, groups, names) if part == 1 else [],
            unplayed=unplayed,
        )


def _missing(variants: Variants, groups: Sequence[Group], names: Names) -> Iterator[pb.Missing]:
    for player, lacks in missing(variants, groups).items():
        each = [pb.MissingVariant(variant=variant, why=why, boards=boards) for variant, (why, boards) in lacks.items()]
        yield pb.Missing(bot=names[player], variants=each)


Fits = Mapping[Scale, Sequence[Fit]]
Conducts = Mapping[Scale, Conduct]
Voids = Mapping[Scale, Sequence[Void]]


async def get_strengths(call: Call[pb.GetStrengthsRequest]) -> pb.GetStrengthsResponse:
    """Return the official tables. Computed in a thread: hundreds of bots take a second."""
    variants = call.request.variants
    for variant in variants:
        find(variant)
    if variants and call.request.pooled:
        raise invalid(f"variants {', '.join(variants)}: a pooled table covers all variants: leave them out")
    await call.store.ratings.catch_up_fits()
    stored, unfitted = await call.store.ratings.fits(), await call.store.ratings.unfitted()
    fits = _newest({scale: each for scale, each in stored.items() if not variants or scale.variant in variants})
    behind = sum(boards for scale, boards in unfitted.items() if not variants or scale.variant in variants)
    names = {row.version_id: row.bot for row in await call.store.accounts.bots()}
    if call.request.pooled:
        tables = await asyncio.to_thread(pooled_tables, fits, names)
    else:
        conducts, voids = await call.store.ratings.conduct(), await call.store.ratings.voids()
        brief = call.request.brief
        tables = await asyncio.to_thread(_tables, fits, names, conducts, voids, brief)
    if call.request.days_of:
        days = await call.store.ratings.daily_ratings(call.request.days_of)
        for table in tables:
            scale = Scale(table.variants[0], table.revision, table.pools[0], table.format)
            table.days.extend(pb.RatingDay(**each) for each in days.get(scale, ()))
    return pb.GetStrengthsResponse(tables=tables, behind=behind)


def _newest(fits: Fits) -> Fits:
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
        ranges = places(strengths, [line.player for line in lines])
        messages = [strength_message(line, names, **place._asdict()) for line, place in zip(lines, ranges, strict=True)]
        for line, message in () if brief else zip(lines, messages, strict=True):
            likely = (likelihood(strengths, line.player, other.player) for other in lines)
            message.superiority.extend(-1 if each is None else each for each in likely)
        own = {line.player: names[line.player] for line in lines}
        yield pb.StrengthTable(
            variants=[scale.variant],
            revision=scale.revision,
            strengths=messages,
            surprises=[
                make_message(pb.Surprise, each, bot=names[each.player], opponent=names[each.opponent])
                for each in surprises(fit)
            ],
            pools=[scale.pool],
            format=scale.format,
            part=part,
            parts=len(fits),
            links=[pb.Link(part=other + 1, boards=boards) for other, boards in fit.links],
            findings=[
                *void_findings(scale.variant, voids, played, conduct.boards, own),
                *limit_findings(scale.variant, conduct, but=everybody - {*own.values()}),
            ],
        )
