"""The one number over several variants, and who has none (docs/explanation/ratings.md)."""

from collections.abc import Mapping, Sequence
from itertools import product
from math import fsum, hypot, sqrt
from typing import NamedTuple

from tests.recomputed.official import Line, Part, Receipt, parts, played, table


class Pooled(NamedTuple):
    score: float  # the rating
    error: float | None
    low: float | None
    high: float | None
    blocks: int
    spread: float | None
    kind: str


def pooled(variants: Sequence[Receipt]) -> list[dict[str, Pooled]]:
    """The tables, the largest first: of who is in one part in each variant."""
    return [_table(chosen) for chosen in _groups(variants)]


def missing(variants: Mapping[str, Receipt]) -> dict[str, dict[str, tuple[str, int]]]:
    """By bot that is in no table: by variant what it lacks, and its boards there."""
    groups = _groups(list(variants.values()))
    first = groups[0] if groups else [parts(rows)[0] for rows in variants.values()]
    counted = {bot for group in groups for bot in _common(group)}
    boards = {variant: _most(rows) for variant, rows in variants.items()}
    gaps: dict[str, dict[str, tuple[str, int]]] = {}
    for bot in {bot for each in boards.values() for bot in each} - counted:
        gaps[bot] = {}
        for (variant, own), part in zip(boards.items(), first, strict=True):
            if (count := own.get(bot, 0)) < 10:
                gaps[bot][variant] = ("too few boards" if count else "never played", count)
            elif bot not in part.bots:
                gaps[bot][variant] = ("not linked", count)
    return gaps


def _most(rows: Receipt) -> dict[str, int]:
    """Boards of each bot in the table in which it has most."""
    tables = [played(part.rows) for part in parts(rows)]
    return {bot: max(own.get(bot, 0) for own in tables) for bot in played(rows)}


def _groups(variants: Sequence[Receipt]) -> list[tuple[Part, ...]]:
    groups = [chosen for chosen in product(*map(parts, variants)) if len(_common(chosen)) > 1]
    return sorted(groups, key=lambda chosen: -len(_common(chosen)))


def _common(chosen: Sequence[Part]) -> set[str]:
    return set.intersection(*(part.bots for part in chosen))


def _table(chosen: Sequence[Part]) -> dict[str, Pooled]:
    common = _common(chosen)
    lines = [table(part, common) for part in chosen]
    is_bounded = any(None in (each[bot].low, each[bot].high) for each in lines for bot in common)
    return {bot: _pooled([each[bot] for each in lines], is_bounded) for bot in sorted(common)}


def _pooled(lines: Sequence[Line], is_bounded: bool) -> Pooled:
    k, rating = len(lines), fsum(line.elo for line in lines) / len(lines)
    below = _together([None if line.low is None else line.elo - line.low for line in lines], is_bounded)
    above = _together([None if line.high is None else line.high - line.elo for line in lines], is_bounded)
    low, high = None if below is None else rating - below, None if above is None else rating + above
    errors, blocks = [line.error for line in lines if line.error is not None], sum(line.blocks for line in lines)
    if len(errors) < k:
        return Pooled(rating, None, low, high, blocks, None, "")
    spread = _spread([line.elo for line in lines], errors) if k > 1 else (None, "")
    return Pooled(rating, hypot(*errors) / k, low, high, blocks, *spread)


def _together(distances: Sequence[float | None], is_bounded: bool) -> float | None:
    known = [each for each in distances if each is not None]
    if len(known) < len(distances):
        return None
    return (fsum(known) if is_bounded else hypot(*known)) / len(known)


def _spread(ratings: Sequence[float], errors: Sequence[float]) -> tuple[float, str]:
    """Beyond what errors explain, and the word for it."""
    k, mean = len(ratings), fsum(ratings) / len(ratings)
    scatter = fsum((each - mean) ** 2 for each in ratings) / (k - 1)
    explained = fsum(error**2 for error in errors) / k
    spread = sqrt(max(0.0, scatter - explained))
    chance = (k - 1) * (1 - 2 / (9 * (k - 1)) + 1.6448536269514722 * sqrt(2 / (9 * (k - 1)))) ** 3
    if spread > 50:
        return spread, "specialist" if (k - 1) * scatter / explained > chance else ""
    return spread, "all-rounder" if explained <= 2500 else ""
