import math
from collections import Counter
from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.league.numeric.student import t_cdf
from arena.league.ratings.boards import BoardScore
from arena.league.ratings.bradley_terry import fit_tables
from arena.league.ratings.elo import expect_elo
from arena.league.ratings.interval import score_interval
from arena.league.ratings.strengths import Strengths
from tests.league.made import HALF, LOST, WON, Ranks, board, boards, fit, known, tallied
from tests.league.simulated import season
from tests.sizes import sized
from tools.bench.ratings import compare


def two(*results: Ranks) -> list[BoardScore]:
    return [board(ranks) for ranks in results]


def test_the_tally_of_a_board_by_hand() -> None:
    (tally,) = tallied([board([(1, 2, 3), (1, 2, 3), (2, 1, 3)], line_up=(7, 3, 5))])
    assert tally.players == (3, 5, 7)
    assert tally.halves == [6, 2, 0]  # 3 beat 5 three times and 7 once; 5 never beat 7
    assert tally.totals() == [8, 0, 10]
    assert tally.products == [64, 0, 80, 0, 0, 100]
    assert (tally.squares, tally.points) == ([36, 4, 0], [-5, -9, -4])


@given(st.lists(boards(), max_size=8))
def test_boards_come_in_any_order(played: list[BoardScore]) -> None:
    assert tallied(played[::-1]) == tallied(played)


def test_two_players_meet_their_mean_score() -> None:
    # 30 won and 10 lost, and half a virtual draw: both strengths hang on the one pair
    first, second = Strengths(fit(tallied(two(*[WON] * 30, *[LOST] * 10)))).elo
    assert math.isclose(first + second, 3000)
    assert math.isclose(expect_elo(first, second), 30.25 / 40.5, rel_tol=1e-9)


def test_the_mean_of_those_in_the_centre_is_1500() -> None:
    tallies = tallied([board([(1, 2, 3)] * 3)] * 20)
    for centre in [(), (1, 2), (3,)]:
        strengths = Strengths(fit(tallies), centre)
        ratings = [strengths.elo[strengths.players.index(player)] for player in centre or strengths.players]
        assert math.isclose(sum(ratings) / len(ratings), 1500)
        assert max(strengths.elo) > 1501


def test_the_error_is_that_of_the_boards_not_of_the_games() -> None:
    # The same mean score; boards that are halved say more than boards that are won or lost whole.
    whole = Strengths(fit(tallied(two(*[WON] * 200, *[LOST] * 200)))).table()[0].error
    parted = Strengths(fit(tallied(two(*[WON] * 50, *[LOST] * 50, *[HALF] * 300)))).table()[0].error
    assert math.isclose(whole / parted, math.sqrt(400 / 100), rel_tol=0.02)


def test_error_is_binomial_for_boards_won_or_lost_whole() -> None:
    # of a difference d = logit(p): 1 / sqrt(n p q) (the delta method), the virtual draw apart
    more, error, degrees = Strengths(fit(tallied(two(*[WON] * 3000, *[LOST] * 1000)))).difference(1, 2)
    assert math.isclose(more, 400 * math.log10(3), rel_tol=1e-3)
    assert math.isclose(error, 400 / math.log(10) / math.sqrt(4000 * 0.75 * 0.25), rel_tol=1e-3)
    assert degrees == 3999


def chain(first: int, second: int) -> Strengths:
    """Rate 1, 2 and 3: 1 and 2 halved *first* boards, as many won whole as lost; 2 and 3 *second*."""
    pairs = ((first, (1, 2)), (second, (2, 3)))
    return Strengths(
        fit(tallied([board(ranks, pair) for count, pair in pairs for ranks in [WON, LOST] * (count // 2)]))
    )


def test_pairs_with_under_half_of_others_boards_are_uneven() -> None:
    assert chain(10, 10).is_uneven, "1 and 3 never met"
    for boards_of_last, uneven in ((10, False), (8, True)):
        pairs = [((1, 2), 20), ((2, 3), 20), ((1, 3), boards_of_last), ((1, 4), 2)]
        rows = [board(ranks, pair) for pair, count in pairs for ranks in [WON, LOST] * (count // 2)]
        assert Strengths(fit(tallied(rows))).is_uneven == uneven


def test_errors_by_hand() -> None:
    # docs/explanation/rating-formulas.md: V = H^-1 M H^-1. All are equal: each board of a pair weighs 1/4 in H and has
    # a square of 1/4; each pair is a bridge and has half a virtual board: one of n boards has leverage 1 / (n + 1/2).
    first, second = (np.outer(each, each) / 4 for each in ([1, -1, 0], [0, 1, -1]))
    bread = np.linalg.pinv(10.5 * first + 30.5 * second)
    scatter = 10 * first / (1 - 1 / 10.5) + 30 * second / (1 - 1 / 30.5)
    spread, model = bread @ scatter @ bread, bread
    strengths = chain(10, 30)
    for player, other, n in ((1, 2, 10), (2, 1, 10), (1, 3, 10), (2, 3, 30)):
        weights = np.eye(3)[player - 1] - np.eye(3)[other - 1]
        more, error, degrees = strengths.difference(player, other)
        assert more == pytest.approx(0, abs=1e-6)
        variance = max(weights @ each @ weights for each in (spread, model))
        assert math.isclose(error, 400 / math.log(10) * np.sqrt(variance), rel_tol=1e-9)
        assert degrees == n - 1
    for line in strengths.table():
        weights = np.eye(3)[line.player - 1] - 1 / 3
        variance = max(weights @ each @ weights for each in (spread, model))
        assert math.isclose(line.error, 400 / math.log(10) * np.sqrt(variance), rel_tol=1e-9)
        assert line.boards == {1: 10, 2: 40, 3: 30}[line.player]


def test_an_interval_by_hand() -> None:
    # Two players of 40 boards, 30 to 10: the ends are those of the mean score; half the difference is each one's.
    line = Strengths(fit(tallied(two(*[WON] * 30, *[LOST] * 10)))).table()[0]
    p = 30.25 / 40.5
    residue = (30 * (1 - p) ** 2 + 10 * p**2) / (1 - 1 / 40.5)  # the leverage of a board
    interval = known(score_interval(40, 0.75, math.sqrt(residue * 40 / 39) / 40))
    low, high = (1500 + 200 * math.log10(end / (1 - end)) for end in interval)
    assert (line.low, line.high) == pytest.approx((low, high), abs=1e-6)


def test_a_clean_sweep_has_the_exact_bound_and_no_other_end() -> None:
    # 0.025^(1/99) is the mean score of who is 568 stronger
    best, worst = Strengths(fit(tallied(two(*[WON] * 99)))).table()
    assert (best.player, best.bound, best.high, best.error) == (1, ">=", None, math.inf)
    assert best.low == pytest.approx(1500 + 568 / 2, abs=0.5)
    assert (worst.bound, worst.low) == ("<=", None)
    assert worst.high == pytest.approx(1500 - 568 / 2, abs=0.5)


def test_near_sweep_has_no_higher_low_end_than_a_sweep() -> None:
    near = Strengths(fit(tallied(two(*[WON] * 98, HALF)))).table()[0]
    assert known(near.low) < 1784.2 < near.elo < known(near.high)


def test_below_ten_boards_there_is_no_interval() -> None:
    few = chain(8, 30)
    assert [few.superiority(*pair) for pair in ((1, 2), (2, 1), (1, 3), (3, 1))] == [None] * 4
    assert few.superiority(2, 3) == pytest.approx(0.5)
    by_player = {line.player: line for line in few.table()}
    assert (by_player[1].low, by_player[1].high, by_player[1].bound) == (None, None, "")
    assert by_player[1].error < math.inf
    assert by_player[3].low is not None
    nine = Strengths(fit(tallied(two(*[WON] * 5, *[LOST] * 4))))
    assert nine.table()[0].low is None
    assert nine.superiority(1, 2) is None
    ten = Strengths(fit(tallied(two(*[WON] * 5, *[LOST] * 5))))
    line = ten.table()[0]
    assert known(line.low) < 1500 < known(line.high)
    assert ten.superiority(1, 2) == pytest.approx(0.5)


def test_superiority_is_one_less_the_others() -> None:
    strengths = Strengths(fit(season([0, 60, 120, 180], boards=200, seed=1)))
    for player in range(4):
        for other in range(player):
            above, below = (known(strengths.superiority(*pair)) for pair in ((player, other), (other, player)))
            assert math.isclose(above + below, 1)
            assert (above > 0.5) == (strengths.elo[player] > strengths.elo[other])


def test_superiority_is_shrunk_by_the_spread_of_the_table() -> None:
    # Of two players one difference d with error e shows the spread: A / e^2 = (d / e)^2 - 1, at least sqrt(2).
    for won in (52, 70):
        strengths = Strengths(fit(tallied(two(*[WON] * won, *[LOST] * (100 - won)))))
        more, error, degrees = strengths.difference(1, 2)
        prior = max((more / error) ** 2 - 1, math.sqrt(2))
        wanted = t_cdf(more / error * math.sqrt(prior / (prior + 1)), degrees)
        assert strengths.superiority(1, 2) == pytest.approx(wanted)


def test_probabilities_come_true() -> None:
    for cell in compare(30, 8, 24, range(sized(100, 400))).values():
        mean, true = np.mean(cell, axis=0)
        assert abs(mean - true) < 0.03 + 3 * math.sqrt(3 * mean * (1 - mean) / len(cell)), "pairs of a table depend"


@given(st.lists(boards(), min_size=1, max_size=30))
def test_any_boards_give_tables(played: list[BoardScore]) -> None:
    count = Counter(player for each in played for player in each.line_up)
    for fitted in fit_tables(tallied(played)):
        table = Strengths(fitted).table()
        assert all(line.boards <= count[line.player] for line in table)
        assert all(line.low is None or line.boards >= 10 for line in table)
        assert all(math.isfinite(line.elo) and not math.isnan(line.error) for line in table)
        many = [line.elo for line in table if line.boards >= 10] or [line.elo for line in table]
        assert math.isclose(sum(many) / len(many), 1500, abs_tol=1e-6)
        assert all(line.low is None or line.low < line.elo for line in table)
        assert all(line.high is None or line.high > line.elo for line in table)


def coverage(trials: int, boards_each: int, gaps: Sequence[float], repeats: float, anchor: Sequence[int] = ()) -> float:
    """Return the share of 95% intervals that hold the true strength."""
    centre = float(np.mean([gaps[player] for player in anchor or range(len(gaps))]))
    true = [gap - centre + 1500 for gap in gaps]
    inside = total = 0
    for seed in range(trials):
        for line in Strengths(fit(season(gaps, boards_each, seed, repeats)), anchor).table():
            if line.player in anchor:
                continue
            low, high = line.low or -math.inf, line.high or math.inf
            inside += low <= true[line.player] <= high
            total += 1
    return inside / total


def test_intervals_cover_the_truth() -> None:
    for anchor in ((), (0,), (7,)):
        assert coverage(sized(50, 300), 30, [0, 50, 100, 150, 200, 250, 300, 400], 0.3, anchor) >= 0.93


def test_an_anchor_has_1500_and_intervals_are_those_of_differences() -> None:
    plain, anchored = (Strengths(fit(tallied(two(*[WON] * 30, *[LOST] * 10))), centre) for centre in ((), (2,)))
    (first, anchor), (line, _) = anchored.table(), plain.table()
    assert (anchor.elo, anchor.low, anchor.high) == pytest.approx((1500, 1500, 1500))
    assert (first.elo - 1500, first.error) == pytest.approx(plain.difference(1, 2)[:2])
    assert (first.low, first.high) == pytest.approx((2 * known(line.low) - 1500, 2 * known(line.high) - 1500))
    swept = Strengths(fit(tallied(two(*[WON] * 20))), [2])
    assert [line.low for line in swept.table()] == [None, None]
