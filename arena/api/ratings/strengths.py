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
from arena.league.ratings.standings import against_all
from arena.league.ratings.strengths import PlayerStrength, Strengths
from arena.league.ratings.tally import LineUpTally
from arena.rules import VARIANTS, find
from arena.store.errors import NotRatedError
from arena.store.scales import Scale
from arena.wire.gen import ratings_pb2 as pb

Names = Mapping[int, str]  # "name@version" by version id


def strength_message(line: PlayerStrength, names: Names, **others: Any) -> pb.Strength:
    """Return a row of an official table; *others*: fields that only some tables have."""
    error = line.error if math.isfinite(line.error) else None
    others |= {"bot": names[line.player], "boards": line.boards, "rating": line.elo, "error": error}
    return pb.Strength(low=line.low, high=line.high, bound=line.bound, spread=line.spread, kind=line.kind, **others)


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
        ranges = interval_places([Line(line.elo, line.low, line.high, line.blocks) for line in group.lines])
        yield pb.StrengthTable(
            variants=list(variants),
            strengths=[
                strength_message(line, names, **place._asdict())
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


Boards = tuple[Conduct, Sequence[Void], Sequence[LineUpTally]]


async def get_strengths(call: Call[pb.GetStrengthsRequest]) -> pb.GetStrengthsResponse:
    """Return the official tables. Computed in a thread: hundreds of bots take a second."""
    request, ratings, variants = call.request, call.store.ratings, call.request.variants
    for variant in variants:
        find(variant)
    given = [name for name in ("variants", "anchor", "against_all", "recent") if getattr(request, name)]
    if request.pooled and given:
        raise invalid(f"a pooled table covers all variants, without {' and '.join(given)}: leave them out")
    if request.anchor:
        request.anchor = (await ratings.find_version(request.anchor))[1]
    await ratings.catch_up_fits()
    stored, unfitted = await ratings.fits(), await ratings.unfitted()
    wanted = {scale: each for scale, each in stored.items() if not variants or scale.variant in variants}
    newest = {scale.variant: scale.revision for scale in reversed(wanted)}  # a variant's newest rules come first
    fits = {scale: each for scale, each in wanted.items() if scale.revision == newest[scale.variant]}
    behind = sum(boards for scale, boards in unfitted.items() if not variants or scale.variant in variants)
    names = {row.version_id: row.bot for row in await call.store.accounts.bots()}
    if request.pooled:
        tables = await asyncio.to_thread(pooled_tables, fits, names)
    else:
        conducts, voids = await ratings.conduct(), await ratings.voids()
        tallies: dict[Scale, Sequence[LineUpTally]] = {}
        for scale in fits if request.against_all else ():
            tallies |= await ratings.tallies(scale)

        def tables_of(scale: Scale) -> list[pb.StrengthTable]:
            boards = conducts.get(scale, Conduct()), voids.get(scale, []), tallies.get(scale, [])
            return list(_parts(scale, fits[scale], names, boards, request))

        tables = await asyncio.to_thread(lambda: [table for scale in fits for table in tables_of(scale)])
    if request.days_of:
        days = await ratings.daily_ratings(request.days_of)
        for table in tables:
            table.days.extend(pb.RatingDay(**each) for each in days.get(_scale_of(table), ()))
    if request.recent:
        ids, recent = (
            {bot: id_ for id_, bot in names.items()},
            {each: await ratings.recent_ratings(each) for each in fits},
        )
        for table in tables:
            for line in table.strengths:
                line.recent.extend(recent[_scale_of(table)].get(ids[line.bot], ()))
    if request.anchor and not tables:
        raise NotRatedError(f"no rating table has the anchor {request.anchor} here: choose a bot of `arena ratings`")
    return pb.GetStrengthsResponse(tables=tables, behind=behind)


def _scale_of(table: pb.StrengthTable) -> Scale:
    return Scale(table.variants[0], table.revision, table.pools[0], table.format)


def _parts(
    scale: Scale, fits: Sequence[Fit], names: Names, boards: Boards, request: pb.GetStrengthsRequest
) -> Iterator[pb.StrengthTable]:
    conduct, voids, tallies = boards
    everybody = {names[player] for fit in fits for player in fit.players}
    anchor = {player for player, bot in names.items() if bot == request.anchor}
    parts = [(fit, strengths := Strengths(fit, anchor.intersection(fit.players)), strengths.table()) for fit in fits]
    played: Counter[int] = Counter()
    for _, _, lines in parts:
        played.update({line.player: line.boards for line in lines})
    for part, (fit, strengths, lines) in enumerate(parts, start=1):
        ranges = places(strengths, [line.player for line in lines])
        messages = [strength_message(line, names, **place._asdict()) for line, place in zip(lines, ranges, strict=True)]
        for line, message in () if request.brief else zip(lines, messages, strict=True):
            likely = (likelihood(strengths, line.player, other.player) for other in lines)
            message.superiority.extend(-1 if each is None else each for each in likely)
        own = {line.player: names[line.player] for line in lines}
        if anchor and anchor.isdisjoint(own):
            continue
        by_player = dict(zip(own, messages, strict=True))
        for player, (mean, interval, unmet) in against_all(tallies, strengths.field).items() if tallies else ():
            low, high = interval or (None, None)
            by_player[player].MergeFrom(pb.Strength(against_all=mean, against_all_low=low, against_all_high=high))
            by_player[player].unmet.extend(names[other] for other in unmet)
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
            uneven=strengths.is_uneven,
            anchor=request.anchor,
        )
