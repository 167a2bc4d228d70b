"""Several variants as one: tables of strengths that are averaged, each variant counting equally."""

from collections.abc import Callable, Sequence
from itertools import product
from math import fsum, hypot

from arena.league.ratings.bradley_terry import Fit
from arena.league.ratings.strengths import Strength, Strengths


def pooled(variants: Sequence[Sequence[Fit]]) -> list[list[Strength]]:
    """Tables of the players who are compared in every variant, best first; *boards* is the sum.

    *variants* has the tables of each. Players that are in one table in each variant are in one here; their mean is put
    at 1500 in each variant. The largest comes first, then by the lowest id.
    """
    found = []
    for tables in product(*variants) if variants else ():
        common = sorted(set.intersection(*(set(table.players) for table in tables)))
        if len(common) > 1:
            found.append(_pooled(tables, common))
    return sorted(found, key=lambda lines: (-len(lines), min(line.player for line in lines)))


def _pooled(tables: Sequence[Fit], common: Sequence[int]) -> list[Strength]:
    lines = [{line.player: line for line in Strengths(table, common).table()} for table in tables]
    # Whose strength has no end pulls the mean the same way in every variant: that does not average out.
    together = _sum if any(line.bound for each in lines for line in each.values()) else hypot
    made = [_average([table[player] for table in lines], together) for player in common]
    return sorted(made, key=lambda line: (-line.elo, line.player))


def _average(lines: Sequence[Strength], together: Callable[..., float]) -> Strength:
    """One player's lines in several variants as one; it has an end of an interval where each of them has it.

    How far the ends lie from the strengths goes *together*: by squares where they are independent (G. Y. Zou, A.
    Donner, Statistics in Medicine 27 (2008)).
    """
    count = len(lines)
    elo = fsum(line.elo for line in lines) / count
    error = hypot(*(line.error for line in lines)) / count
    below = [line.elo - line.low for line in lines if line.low is not None]
    above = [line.high - line.elo for line in lines if line.high is not None]
    low = elo - together(*below) / count if len(below) == count else None
    high = elo + together(*above) / count if len(above) == count else None
    bound = ">=" if high is None and low is not None else "<=" if low is None and high is not None else ""
    return Strength(lines[0].player, sum(line.boards for line in lines), elo, error, low, high, bound)


def _sum(*parts: float) -> float:
    return fsum(parts)
