"""The second opinion: Plackett-Luce beliefs, game by game (docs/explanation/ratings.md)."""

from collections.abc import Iterable
from math import exp, sqrt
from typing import NamedTuple

from tests.recomputed.boards import Board

BETA, TAU, KAPPA = 25 / 6, 25 / 300, 0.0001


class Belief(NamedTuple):
    mu: float = 25.0
    sigma: float = 25 / 3
    games: int = 0


def beliefs(boards: Iterable[Board]) -> dict[str, Belief]:
    """After the games of *boards* in schedule order, tournaments as they ended."""
    found: dict[str, Belief] = {}
    for board in boards:
        for game in board.games:
            bots = game["entrants"][: board.sides]
            teams = [found.get(bot, Belief()) for bot in bots]
            for bot, belief in zip(bots, _after(teams, game["ranks"][: board.sides]), strict=True):
                found[bot] = belief
    return found


def _after(teams: list[Belief], ranks: list[int]) -> list[Belief]:
    variances = [team.sigma**2 + TAU**2 for team in teams]
    c = sqrt(sum(variance + BETA**2 for variance in variances))
    worth = [exp(team.mu / c) for team in teams]
    # Of each team: what it and all behind it are worth, and how many share its rank.
    pool = [sum(w for w, rank in zip(worth, ranks, strict=True) if rank >= own) for own in ranks]
    shared = [ranks.count(own) for own in ranks]
    found = []
    for i, team in enumerate(teams):
        omega = delta = 0.0
        for q, rank in enumerate(ranks):
            if rank <= ranks[i]:
                p = worth[i] / pool[q]
                omega += ((1 - p) if q == i else -p) / shared[q]
                delta += p * (1 - p) / shared[q]
        omega *= variances[i] / c
        delta *= variances[i] / c**2 * sqrt(variances[i]) / c
        sigma = sqrt(variances[i] * max(1 - delta, KAPPA))
        found.append(Belief(team.mu + omega, sigma, team.games + 1))
    return found
