"""One table of several variants: each fitted alone, then averaged with equal weight (docs/explanation/ratings.md)."""

from collections.abc import Sequence
from dataclasses import replace
from math import sqrt

from arena.league.numeric.student import welch
from arena.league.ratings.bradley_terry import LEAST_BOARDS, Strength, Strengths
from arena.league.ratings.fit import Fit


def pooled(fits: Sequence[Fit]) -> list[Strength]:
    """The players who played every one of the variants of *fits*, best first; *boards* is the sum.

    Their mean is put at 1500 in each variant. The degrees of freedom of an average are Welch's.
    """
    common = sorted(set.intersection(*(set(fit.players) for fit in fits))) if fits else []
    if not common:
        return []
    tables = [{line.player: line for line in Strengths(fit, common).table()} for fit in fits]
    lines = [_average([table[player] for table in tables]) for player in common]
    return sorted(lines, key=lambda line: (-line.elo, line.player))


def _average(lines: Sequence[Strength]) -> Strength:
    """One player's lines in several variants as one; an interval only where each of them has one."""
    count = len(lines)
    parts = [(line.error**2, max(1, line.boards - 1)) for line in lines]
    error = sqrt(sum(variance for variance, _ in parts)) / count
    elo = sum(line.elo for line in lines) / count
    bound = next((line.bound for line in lines if line.bound), "")
    boards = sum(line.boards for line in lines)
    line = Strength.of(lines[0].player, boards, elo, error, welch(parts), bound)
    if min(each.boards for each in lines) < LEAST_BOARDS:
        return replace(line, low=None, high=None)
    return line
