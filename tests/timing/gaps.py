"""Measure how well the time between two own decisions reveals whether the next player had a choice."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from math import sqrt
from typing import NamedTuple

from arena.rules import Rules, new_game

Z = 3.2905  # of a two-sided 99.9% interval


class Gap(NamedTuple):
    """The time between two own decisions, with *others* decisions between; *forced*: the first had one legal answer."""

    seconds: float
    others: int
    forced: bool


class Auc(NamedTuple):
    """The share of pairs in which a gap with a choice is longer than one without; 0.5 means no information."""

    value: float
    low: float
    high: float
    gaps: int


def gaps_of(
    rules: Rules, seed: bytes, actions: Sequence[int], seat: int, spans: Sequence[tuple[float, float]]
) -> list[Gap]:
    """Return the gaps of one seat of a game.

    *spans*: times of question and answer, in seconds, for each decision in which it had a choice.
    """
    game, gaps, spans = new_game(rules, seed), [], list(spans)
    since: float | None = None
    between: list[bool] = []
    for action in actions:
        forced = game.legal().single >= 0
        if game.to_act != seat:
            between.append(forced)
        else:
            asked, answered = (None, None) if forced else spans.pop(0)
            if since is not None and asked is not None and between:
                gaps.append(Gap(asked - since, len(between), between[0]))
            since, between = answered, []
        game.apply(action)
    return gaps


def auc(gaps: Iterable[Gap]) -> Auc:
    """Return the AUC over gaps of equally many decisions (Hanley and McNeil 1982, for its error)."""
    strata: dict[int, tuple[list[float], list[float]]] = defaultdict(lambda: ([], []))
    for gap in gaps:
        strata[gap.others][gap.forced].append(gap.seconds)
    pairs = won = variance = 0.0
    for free, forced in strata.values():
        if not free or not forced:
            continue
        weight = len(free) * len(forced)
        value = _above(free, forced) / weight
        pairs, won = pairs + weight, won + value * weight
        variance += weight**2 * _variance(value, len(free), len(forced))
    value, error = won / pairs, sqrt(variance) / pairs
    return Auc(value, value - Z * error, value + Z * error, sum(len(each) for both in strata.values() for each in both))


def _above(free: list[float], forced: list[float]) -> float:
    """Return the number of pairs in which the first is larger, equal ones counted half."""
    ranked = sorted([(seconds, 1) for seconds in free] + [(seconds, 0) for seconds in forced])
    above, behind, at = 0.0, 0, 0
    while at < len(ranked):
        end = at
        while end < len(ranked) and ranked[end][0] == ranked[at][0]:
            end += 1
        ones = sum(kind for _, kind in ranked[at:end])
        zeros = end - at - ones
        above += ones * (behind + zeros / 2)
        behind, at = behind + zeros, end
    return above


def _variance(value: float, free: int, forced: int) -> float:
    both, one = value / (2 - value), 2 * value**2 / (1 + value)
    spread = (free - 1) * (both - value**2) + (forced - 1) * (one - value**2)
    return (value * (1 - value) + spread) / (free * forced)
