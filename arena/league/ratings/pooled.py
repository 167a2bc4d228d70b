"""The overall rating: the mean over several variants, each counting equally."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import fsum, hypot, isfinite, sqrt
from statistics import variance
from typing import Final

from arena.league.numeric.student import NORMAL
from arena.league.ratings.bradley_terry import Fit
from arena.league.ratings.interval import LEAST_BOARDS
from arena.league.ratings.strengths import PlayerStrength, Strengths

LARGE: Final = 50.0  # board Elo: a player with a larger spread is a specialist
CHANCE: Final = 0.05  # how often a player with equal ratings may look like a specialist
NEVER, FEW, UNLINKED = "never played", "too few boards", "not linked"


@dataclass(frozen=True)
class Group:
    """Players who are compared in every variant, best first, and the table of each variant."""

    lines: list[PlayerStrength]
    tables: list[Fit]


def pool_ratings(variants: Sequence[Sequence[Fit]]) -> list[Group]:
    """Pool players who are in one table in each variant, with 10 boards in each.

    *variants* has the tables of each. The players' mean is put at 1500 in each variant. The largest group comes first,
    then by the lowest id.
    """
    everybody = {player for tables in variants for table in tables for player in table.players}
    groups: list[tuple[list[Fit], set[int]]] = [([], everybody)]
    for tables in variants:
        split = [([*so_far, table], players & _many(table)) for so_far, players in groups for table in tables]
        groups = [(linked, players) for linked, players in split if len(players) > 1]
    result = [Group(_pool_group(tables, sorted(players)), tables) for tables, players in groups if tables]
    return sorted(result, key=lambda group: (-len(group.lines), min(line.player for line in group.lines)))


def missing(variants: Mapping[str, Sequence[Fit]], groups: Sequence[Group]) -> dict[int, dict[str, tuple[str, int]]]:
    """Return why each player of none of *groups* is missing, by variant, with its boards there.

    The tables of the first group decide, or if there is no group the largest of each variant.
    """
    tables = groups[0].tables if groups else [fits[0] for fits in variants.values()]
    counted = {line.player for group in groups for line in group.lines}
    boards = {variant: _most_boards(fits) for variant, fits in variants.items()}
    rest = {player for of in boards.values() for player in of} - counted
    return {
        player: {
            variant: (why, boards[variant].get(player, 0))
            for variant, table in zip(variants, tables, strict=True)
            if (why := _find_lack(boards[variant].get(player, 0), player in table.players))
        }
        for player in sorted(rest)
    }


def _find_lack(boards: int, is_there: bool) -> str:
    if boards < LEAST_BOARDS:
        return FEW if boards else NEVER
    return "" if is_there else UNLINKED


def _most_boards(tables: Iterable[Fit]) -> dict[int, int]:
    """Return each player's boards; with few boards, those of the table in which it has most."""
    most: dict[int, int] = {}
    for table in tables:
        for player, boards in zip(table.players, table.boards, strict=True):
            most[player] = max(boards, most.get(player, 0))
    return most


def _many(table: Fit) -> set[int]:
    return {player for player, boards in zip(table.players, table.boards, strict=True) if boards >= LEAST_BOARDS}


def _pool_group(tables: Sequence[Fit], common: Sequence[int]) -> list[PlayerStrength]:
    lines = [{line.player: line for line in Strengths(table, common).table()} for table in tables]
    # A strength without an end pulls the mean the same way in every variant: that does not average out.
    is_bounded = any(line.bound for each in lines for line in each.values())
    pool = [_pool_player([table[player] for table in lines], is_bounded) for player in common]
    return sorted(pool, key=lambda line: (-line.elo, line.player))


def _pool_player(lines: Sequence[PlayerStrength], is_bounded: bool) -> PlayerStrength:
    """Average one player's lines in several variants.

    The average has an end of an interval if each line has it. Distances of the ends from the strengths are added by
    squares unless *is_bounded*, as if independent (G. Y. Zou, A. Donner, Statistics in Medicine 27 (2008)).
    """
    count, ratings, errors = len(lines), [line.elo for line in lines], [line.error for line in lines]
    elo = fsum(ratings) / count
    below = [line.elo - line.low for line in lines if line.low is not None]
    above = [line.high - line.elo for line in lines if line.high is not None]
    add = (lambda *distances: fsum(distances)) if is_bounded else hypot
    low = elo - add(*below) / count if len(below) == count else None
    high = elo + add(*above) / count if len(above) == count else None
    bound = ">=" if high is None and low is not None else "<=" if low is None and high is not None else ""
    boards, blocks = sum(line.boards for line in lines), sum(line.blocks for line in lines)
    numbers = (boards, blocks, elo, hypot(*errors) / count, low, high, bound)
    return PlayerStrength(lines[0].player, *numbers, *_spread(ratings, errors))


def _spread(ratings: Sequence[float], errors: Sequence[float]) -> tuple[float | None, str]:
    """Return the spread of one player's ratings, and its kind.

    A specialist has a large spread, with more scatter than errors explain. The sum of squares over the mean squared
    error follows chi-squared if all ratings are equal.
    """
    if len(ratings) < 2 or not all(map(isfinite, errors)):
        return None, ""
    scatter, explained = variance(ratings), fsum(error * error for error in errors) / len(errors)
    spread = sqrt(max(0.0, scatter - explained))
    if spread > LARGE:
        degrees = len(ratings) - 1
        return spread, "specialist" if degrees * scatter > explained * _chi_squared(1 - CHANCE, degrees) else ""
    return spread, "all-rounder" if explained <= LARGE * LARGE else ""


def _chi_squared(probability: float, degrees: int) -> float:
    """Return the quantile (E. B. Wilson, M. M. Hilferty, Proc. of the National Academy of Sciences 17 (1931))."""
    part = 2 / (9 * degrees)
    return degrees * float(1 - part + NORMAL.inv_cdf(probability) * sqrt(part)) ** 3
