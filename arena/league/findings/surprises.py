"""Find pairs of players whose scores against each other do not fit their strengths.

Tests follow S. Holm, "A simple sequentially rejective multiple test procedure", Scandinavian Journal of Statistics 6
(1979). If strengths explain all scores, at least 19 of 20 tables list no pair.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from math import sqrt
from typing import Final

from arena.league.numeric.student import t_cdf
from arena.league.ratings.bradley_terry import Fit
from arena.league.ratings.elo import expected_score
from arena.league.ratings.interval import LEAST_BOARDS, WHOLE

FALSE_ALARMS: Final = 0.05  # probability of a false alarm in a table
FITTED: Final = 0.9  # pairs with a larger leverage of their own score on the difference of strengths are left out


@dataclass(frozen=True)
class Surprise:
    """A pair in which *player* scored more against *opponent* than their strengths predict.

    *score*, *expected*: mean board scores. *errors*: score - expected, in standard errors.
    """

    player: int
    opponent: int
    boards: int
    score: float
    expected: float
    errors: float


def surprises(fit: Fit) -> list[Surprise]:
    """Return pairs with at least 10 boards whose score does not fit their strengths, the least likely first."""
    candidates = sorted((_likelihood(each), each.player, each.opponent, each) for each in _test_pairs(fit))
    pairs = []
    for place, (likelihood, _, _, each) in enumerate(candidates):
        if likelihood * (len(candidates) - place) > FALSE_ALARMS:
            break
        pairs.append(each)
    return pairs


def _likelihood(pair: Surprise) -> float:
    """Return the probability of a difference of so many standard errors if strengths explain everything."""
    return 2 * (1 - t_cdf(pair.errors, pair.boards - 1))


def _test_pairs(fit: Fit) -> Iterator[Surprise]:
    for i, j, boards, score, squares in fit.meetings:
        expected = expected_score(fit.strengths[i] - fit.strengths[j])
        binomial, variance = expected * (1 - expected), fit.model[i][i] + fit.model[j][j] - 2 * fit.model[j][i]
        leverage = boards * binomial * variance / fit.dispersion
        if boards < LEAST_BOARDS or leverage > FITTED:
            continue
        mean = score / boards
        scatter = (squares - score * mean + WHOLE * binomial) / (boards - 1 + WHOLE)
        error = sqrt(max(scatter, fit.dispersion * binomial) / boards * (1 - leverage))
        errors, pair = abs(mean - expected) / error, (fit.players[i], fit.players[j])
        if mean < expected:
            yield Surprise(pair[1], pair[0], boards, 1 - mean, 1 - expected, errors)
        else:
            yield Surprise(*pair, boards, mean, expected, errors)
