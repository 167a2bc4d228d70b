"""Places in a table, as ranges: which differences between its players are beyond chance."""

from collections import Counter
from collections.abc import Callable, Sequence
from itertools import combinations
from typing import NamedTuple

from arena.league.ratings.interval import t_end
from arena.league.ratings.sequences import limit_likelihood, log_evidence, separate
from arena.league.ratings.strengths import Strengths


class Place(NamedTuple):
    """The range of a player's place, from 1. At most about 5% of tables ever have a wrong one."""

    first_place: int
    last_place: int


class Line(NamedTuple):
    """A player's number, the ends of its 95% interval (None for an open end), and its blocks."""

    value: float
    low: float | None
    high: float | None
    blocks: int


def places(strengths: Strengths, order: Sequence[int]) -> list[Place]:
    """Return the range of each player's place in an official table; *order*: its players, best first."""
    return _ranges(len(order), lambda i, j: _evidence(strengths, order[i], order[j]))


def interval_places(lines: Sequence[Line]) -> list[Place]:
    """Return the range of the place of each of *lines*, best first.

    The half width of a difference counts as the sum of both half widths: one player may win what the other loses.
    """
    return _ranges(len(lines), lambda i, j: _interval_evidence(lines[i], lines[j]))


def likelihood(strengths: Strengths, player: int, other: int) -> float | None:
    """Return the likelihood that *player* is stronger, beyond 99% or 1% only if a reader may look at any time."""
    likely = strengths.superiority(player, other)
    return None if likely is None else limit_likelihood(likely, _evidence(strengths, player, other))


def _evidence(strengths: Strengths, player: int, other: int) -> float:
    """Return the logarithm of the evidence for a difference; 0 if a player has fewer than 10 boards or 3 blocks.

    A player who won or lost every game has a large error, whatever its number of boards. So the interval counts, too.
    """
    more, error, degrees = strengths.difference(player, other)
    if not strengths.is_known(player, other) or not error:
        return 0.0
    evidence = log_evidence(more / error, degrees + 1)
    lines = strengths.lines[player], strengths.lines[other]
    if lines[0].bound or lines[1].bound:
        best_first = sorted(
            (Line(each.elo, each.low, each.high, each.blocks) for each in lines), key=lambda it: -it.value
        )
        evidence = max(evidence, _interval_evidence(*best_first))
    return evidence


def _interval_evidence(one: Line, other: Line) -> float:
    """Return the logarithm of the evidence that *one* is above *other*; 0 without the ends between them."""
    more = one.value - other.value
    if one.low is None or other.high is None or more <= 0:
        return 0.0
    blocks = min(one.blocks, other.blocks)
    return log_evidence(t_end(blocks - 1) * more / (one.value - one.low + other.high - other.value), blocks)


def _ranges(size: int, evidence: Callable[[int, int], float]) -> list[Place]:
    """Return the ranges of *size* players, best first: by how many are beyond chance above and below each."""
    pairs = separate({pair: evidence(*pair) for pair in combinations(range(size), 2)})
    above, below = Counter(weaker for _, weaker in pairs), Counter(stronger for stronger, _ in pairs)
    return [Place(1 + above[place], size - below[place]) for place in range(size)]
