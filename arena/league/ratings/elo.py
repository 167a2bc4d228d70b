"""Live Elo: the expected score, and how a board moves it."""

from collections.abc import Mapping
from itertools import combinations
from math import exp, pow

from arena.league.ratings.boards import BoardScore


def expected_score(difference: float) -> float:
    """Return the mean score against one weaker by *difference* of strength.

    1 / (1 + exp(-difference)): R. A. Bradley, M. E. Terry, "Rank analysis of incomplete block designs", Biometrika 39
    (1952).
    """
    return 1 / (1 + exp(-difference)) if difference > 0 else exp(difference) / (1 + exp(difference))


START = 1500.0
K = 32.0
SCALE = 400.0


def expected(rating: float, opponent: float) -> float:
    """Return the mean score expected of *rating* against *opponent*.

    It is in (0, 1).
    """
    return 1.0 / (1.0 + pow(10.0, (opponent - rating) / SCALE))


def step(players: int) -> float:
    """Return the most a pair may move: K / (n - 1)."""
    return K / (players - 1)


def taken(rating: float, opponent: float, score: float, most: float) -> float:
    """Return what a pair's *score* moves from *opponent* to *rating*.

    *most*: the board's step.
    """
    return most * (score - expected(rating, opponent))


def fold(ratings: Mapping[int, float], board: BoardScore) -> dict[int, float]:
    """Return the ratings of a board's players after it.

    A player who is not in *ratings* starts at 1500.

    Each pair moves K / (n - 1) * (S - E) from one to the other, n being how many are compared with each other, so their
    sum stays. Pairs are taken in order of player id: the same numbers bit for bit, whatever the order of the line-up.
    """
    before = {player: ratings.get(player, START) for player in board.line_up}
    after = dict(before)
    shared = board.most
    for field in board.fields:
        most = step(len(field))
        players = sorted(field)
        halves = board.halves_among(tuple(map(board.line_up.index, players)))
        for (first, second), taken_off in zip(combinations(players, 2), halves, strict=True):
            moved = taken(before[first], before[second], taken_off / shared, most)
            after[first] += moved
            after[second] -= moved
    return after
