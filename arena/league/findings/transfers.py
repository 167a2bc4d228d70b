"""Find players who help another player at the table.

At a table of three or more a player can give points away to help another against everybody else. Each ordered pair of a
helper and a helped player is tested. The helped player's board scores against third players are compared at tables with
and without the helper. The difference is the mean over all boards with the helper of

    score against a third player - mean score against that same player at tables without the helper.

So it does not depend on any player's strength. Its variance is that of line-ups, not of boards, since the others at the
table are the same for all boards of a line-up. It is a sum over line-ups of squared influences, times G / (G - 1) for G
line-ups (K.-Y. Liang, S. L. Zeger, Biometrika 73 (1986)), with Student's t. The tests of all pairs of a table together
raise a false alarm in fewer than 1 of 100 tables (S. Holm, Scandinavian Journal of Statistics 6 (1979)).
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import permutations
from math import sqrt
from typing import Final

from arena.league.numeric.student import t_cdf
from arena.league.ratings.tally import LineUpTally

MIN_LINE_UPS: Final = 6  # least number of line-ups with the helper, and without; fewer do not show their scatter
FALSE_ALARMS: Final = 0.01  # probability of a false alarm in a table
NOTHING: Final = 1e-9  # smaller scores are rounding errors

Scores = Mapping[int, float]  # sum of board scores by third player


@dataclass(frozen=True)
class Transfer:
    """The gain of *helped* at tables with *helper*.

    *boards*: with both. *more*: mean board score against third players with the helper, minus that without. *error*:
    the standard error of *more*. *chance*: the probability that luck alone gives so much to this pair. *is_flagged*:
    whether luck is excluded even though all pairs of the table were tested.
    """

    helper: int
    helped: int
    boards: int
    more: float
    error: float
    chance: float
    is_flagged: bool


@dataclass(frozen=True)
class _Sat:
    """A line-up's number of boards, and one player's sum of board scores against each other player."""

    boards: int
    scores: Scores


def transfers(tallies: Iterable[LineUpTally]) -> list[Transfer]:
    """Return the tests of all pairs of one variant's players, the least likely result first.

    Omits pairs with fewer than 6 line-ups with the helper, or without; boards of several tables; tables of two players.
    """
    sat = _by_player(tallies)
    tests = [each for pair in permutations(sorted(sat), 2) if (each := _test_pair(*pair, sat[pair[1]]))]
    return _flag(sorted(tests, key=lambda each: (each.chance, each.helper, each.helped)))


def _by_player(tallies: Iterable[LineUpTally]) -> dict[int, list[_Sat]]:
    sat: dict[int, list[_Sat]] = defaultdict(list)
    for tally in tallies:
        if tally.tables_per_board > 1 or len(tally.players) < 3 or not tally.boards:
            continue
        scores: dict[int, dict[int, float]] = {player: {} for player in tally.players}
        for (i, j), halves in zip(tally.pairs, tally.halves, strict=True):
            one, other, score = tally.players[i], tally.players[j], halves / tally.most
            scores[one][other], scores[other][one] = score, tally.boards - score
        for player, own in scores.items():
            sat[player].append(_Sat(tally.boards, own))
    return sat


def _test_pair(helper: int, helped: int, sat: Sequence[_Sat]) -> Transfer | None:
    """Test a pair; None if there are too few line-ups. *sat*: the line-ups of *helped*."""
    present = [each for each in sat if helper in each.scores]
    absent = [each for each in sat if helper not in each.scores]
    without = _means(absent)
    compared = [(each, {k: score for k, score in each.scores.items() if k in without}) for each in present]
    compared = [(each, scores) for each, scores in compared if scores]
    if min(len(compared), len(absent)) < MIN_LINE_UPS:
        return None
    weights: dict[int, int] = defaultdict(int)
    for each, scores in compared:
        for third in scores:
            weights[third] += each.boards
    whole = sum(weights.values())
    surplus = [
        (sum(score - each.boards * without[third][1] for third, score in scores.items()), each.boards * len(scores))
        for each, scores in compared
    ]
    more = sum(gained for gained, _ in surplus) / whole
    with_helper = [(gained - more * weight) / whole for gained, weight in surplus]
    variance = _scatter(with_helper) + _scatter([_influence(each, weights, without) / whole for each in absent])
    boards = sum(each.boards for each, _ in compared)
    if (error := sqrt(variance)) < NOTHING:  # all line-ups have the same score
        return Transfer(helper, helped, boards, more, 0.0, 0.5 ** len(compared), False) if more > NOTHING else None
    chance = 1 - t_cdf(more / error, len(compared) - 1)
    return Transfer(helper, helped, boards, more, error, chance, False)


def _means(sat: Iterable[_Sat]) -> dict[int, tuple[int, float]]:
    sums: dict[int, tuple[int, float]] = {}
    for each in sat:
        for third, score in each.scores.items():
            boards, total = sums.get(third, (0, 0.0))
            sums[third] = boards + each.boards, total + score
    return {third: (boards, total / boards) for third, (boards, total) in sums.items()}


def _influence(sat: _Sat, weights: Mapping[int, int], means: Mapping[int, tuple[int, float]]) -> float:
    """Return how much a line-up without the helper influences the expected sum of scores."""
    return sum(
        weights.get(third, 0) / means[third][0] * (score - sat.boards * means[third][1])
        for third, score in sat.scores.items()
    )


def _scatter(influences: Sequence[float]) -> float:
    count = len(influences)
    return sum(each * each for each in influences) * count / (count - 1)


def _flag(tests: Sequence[Transfer]) -> list[Transfer]:
    """Return the tests flagged by Holm's procedure: a test only if all tests before it are flagged."""
    lines, rare = [], True
    for place, each in enumerate(tests):
        rare = rare and each.chance * (len(tests) - place) < FALSE_ALARMS
        lines.append(Transfer(each.helper, each.helped, each.boards, each.more, each.error, each.chance, rare))
    return lines
