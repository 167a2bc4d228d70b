import math

import pytest

from arena.league.ratings.interval import t_end
from arena.league.ratings.places import Line, interval_places, likelihood, places
from arena.league.ratings.pooled import pool_ratings
from arena.league.ratings.sequences import limit_likelihood, log_evidence, separate
from arena.league.ratings.strengths import Strengths
from tests.league.made import LOST, WON, board, fit, known, named, tallied
from tests.league.simulated import season
from tests.recomputed import places as recomputed
from tests.recomputed.official import parts
from tests.recomputed.pooled import pooled


def test_evidence_by_hand() -> None:
    # 12 blocks: d = 11, x = 3; of t = 4 z^2 is 11 log(27 / 11) = 9.88: exp(9.88 x 3 / 4 / 2) / sqrt(4)
    assert math.exp(log_evidence(4, 12)) == pytest.approx(math.exp(9.8774 * 3 / 8) / 2, rel=1e-4)
    assert log_evidence(0, 12) == pytest.approx(-math.log(2))


def test_the_strongest_difference_is_tested_first() -> None:
    evidence = {(0, 1): math.log(41), (0, 2): math.log(61), (1, 2): math.log(19)}
    assert separate(evidence) == [(0, 2), (0, 1)]
    assert separate(evidence | {(0, 2): math.log(59)}) == []
    assert separate(evidence | {(1, 2): math.log(21)}) == [(0, 2), (0, 1), (1, 2)]


@pytest.mark.parametrize(
    ("likely", "evidence", "limited"), [(0.7, 1, 0.7), (0.9999, 50, 0.99), (0.0001, 50, 0.01), (0.9999, 500, 0.998)]
)
def test_likelihoods_beyond_99_percent_need_evidence(likely: float, evidence: float, limited: float) -> None:
    assert limit_likelihood(likely, math.log(evidence)) == pytest.approx(limited)


def test_clean_sweeps_are_beyond_chance() -> None:
    swept = [Strengths(fit(tallied([board(WON)] * boards))) for boards in (20, 30)]
    assert [places(each, [1, 2]) for each in swept] == [[(1, 2), (1, 2)], [(1, 1), (2, 2)]]
    assert known(likelihood(swept[1], 1, 2)) == 1 - known(likelihood(swept[1], 2, 1)) <= 0.99


def test_ranges_by_intervals() -> None:
    lines = [Line(0.7, 0.6, 0.8, 40), Line(0.6, 0.55, 0.65, 40), Line(0.3, 0.25, 0.35, 40)]
    assert interval_places(lines) == [(1, 2), (1, 2), (3, 3)]
    lines[1] = Line(0.6, None, None, 40)
    assert interval_places(lines) == [(1, 2), (1, 3), (2, 3)]
    assert interval_places([Line(0.62, 0.52, 0.72, 40), Line(0.38, 0.28, 0.48, 40)]) == [(1, 2), (1, 2)]
    assert interval_places([]) == []


def test_a_difference_is_beyond_chance_later_than_its_interval_says() -> None:
    boards = [WON] * 28 + [LOST] * 12
    early = Strengths(fit(tallied([board(ranks) for ranks in boards])))
    late = Strengths(fit(tallied([board(ranks) for ranks in boards * 3])))
    more, error, degrees = early.difference(1, 2)
    assert more > t_end(degrees) * error
    assert places(early, [1, 2]) == [(1, 2), (1, 2)]
    assert places(late, [1, 2]) == [(1, 1), (2, 2)]
    assert 0.99 < known(likelihood(late, 1, 2)) == pytest.approx(1 - known(likelihood(late, 2, 1)))


@pytest.mark.parametrize("best", [400, 4000])  # the best bot of 4,000 wins every game
def test_separated_places_follow_from_sums_of_line_ups(best: float) -> None:
    variants = [season([0, 30, 200, 230, best], 80, seed) for seed in (0, 1)]
    rows = [[named(tally, "abcde") for tally in tallies] for tallies in variants]
    (part,) = parts(rows[0])
    for anchor in ((), (0,), (2,), (4,)):
        strengths = Strengths(fit(variants[0]), anchor)
        order = [line.player for line in strengths.table()]
        stand = places(strengths, order)
        wanted = {"abcde"[bot]: recomputed.Place(*each) for bot, each in zip(order, stand, strict=True)}
        assert recomputed.places(part, [*wanted], {"abcde"[player] for player in anchor}) == wanted
        assert len({*wanted.values()}) > 2
    (group,), (own,) = pool_ratings([[fit(each)] for each in variants]), pooled(rows)
    stand = interval_places([Line(line.elo, line.low, line.high, line.blocks) for line in group.lines])
    wanted = {"abcde"[line.player]: recomputed.Place(*each) for line, each in zip(group.lines, stand, strict=True)}
    assert recomputed.interval_places(own, [*wanted]) == wanted
    assert len({*wanted.values()}) > 2
