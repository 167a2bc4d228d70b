"""The one number over all variants."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from arena.api.ratings.messages import Names, strength_message
from arena.league.ratings.bradley_terry import Fit
from arena.league.ratings.pooled import Group, missing, pooled
from arena.rules import VARIANTS, find
from arena.store.scales import Scale
from arena.wire.gen import ratings_pb2 as pb

RATED: Final = "hands"  # the format in which each seat deals once

Variants = Mapping[str, Sequence[Fit]]


def is_rated_format(scale: Scale) -> bool:
    """Say whether each seat deals once, as is usual.

    That is the format that variants are pooled in.
    """
    return scale.format == f"{RATED} {find(scale.variant).seats}"


def pooled_tables(fits: Mapping[Scale, Sequence[Fit]], names: Names) -> list[pb.StrengthTable]:
    """Return the pooled tables of each pool.

    Of the variants that have boards of it in the rated format.
    """
    pools: dict[str, dict[str, Sequence[Fit]]] = defaultdict(dict)
    for scale, found in fits.items():
        if is_rated_format(scale):
            pools[scale.pool][scale.variant] = found
    return [table for pool, variants in sorted(pools.items()) for table in _of_pool(pool, variants, names)]


def _of_pool(pool: str, variants: Variants, names: Names) -> Iterator[pb.StrengthTable]:
    """Yield the pooled tables of one pool.

    Where nobody is compared in all variants, one table without lines says who misses what.
    """
    groups = pooled(list(variants.values()))
    unplayed = [name for name in VARIANTS if name not in variants]
    for part, group in enumerate(groups or [Group([], [])], start=1):
        yield pb.StrengthTable(
            variants=list(variants),
            strengths=[
                strength_message(line.strength, names, spread=line.spread, kind=line.kind) for line in group.lines
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
