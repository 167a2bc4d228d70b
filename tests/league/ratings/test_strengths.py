import math
from collections import Counter
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.league.ratings.boards import BoardScore
from arena.league.ratings.bradley_terry import fit
from arena.league.ratings.elo import expected
from arena.league.ratings.strengths import Strengths, pooled
from arena.league.ratings.tally import LineUpTally
from tests.league.made import board, boards, tallied
from tests.league.simulated import season
from tests.sizes import sized

Ranks = list[tuple[int, ...]]
WON: Ranks = [(1, 2), (1, 2)]
LOST: Ranks = [(2, 1), (2, 1)]
HALF: Ranks = [(1, 2), (2, 1)]


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
    # 30 won and 10 lost, and a virtual draw each against the anchor: equal and opposite strengths
    strengths = Strengths(fit(tallied(two(*[WON] * 30, *[LOST] * 10))))
    first, second = strengths.elo
    assert math.isclose(first + second, 3000)
    mean = expected(first, second)
    assert math.isclose(40 * mean + expected(first, 1500) - 0.5, 30, abs_tol=1e-6)  # the score that makes the slope 0


def test_the_mean_of_those_in_the_centre_is_1500() -> None:
    tallies = tallied([board([(1, 2, 3)] * 3)] * 20)
    for centre in [(), (1, 2), (3,)]:
        strengths = Strengths(fit(tallies), centre)
        found = [strengths.elo[strengths.players.index(player)] for player in centre or strengths.players]
        assert math.isclose(sum(found) / len(found), 1500)
        assert max(strengths.elo) > 1501


def test_the_error_is_that_of_the_boards_not_of_the_games() -> None:
    # The same mean score; boards that are halved say more than boards that are won or lost whole.
    whole = Strengths(fit(tallied(two(*[WON] * 20, *[LOST] * 20)))).table()[0].error
    parted = Strengths(fit(tallied(two(*[WON] * 5, *[LOST] * 5, *[HALF] * 30)))).table()[0].error
    assert math.isclose(whole / parted, math.sqrt(40 / 10), rel_tol=1e-9)


def test_a_binomial_error_where_boards_are_single_games() -> None:
    # of a difference d = logit(p): 1 / sqrt(n p q) (the delta method), the virtual draws apart
    more, error, degrees = Strengths(fit(tallied(two(*[WON] * 3000, *[LOST] * 1000)))).difference(1, 2)
    assert math.isclose(more, 400 * math.log10(3), rel_tol=1e-3)
    assert math.isclose(error, 400 / math.log(10) / math.sqrt(4000 * 0.75 * 0.25), rel_tol=1e-3)
    assert degrees == 3999


def chain(first: int, second: int) -> Strengths:
    """Players 1 and 2 halved *first* boards, each won as many whole as it lost; 2 and 3 so many as *second*."""
    pairs = ((first, (1, 2)), (second, (2, 3)))
    return Strengths(
        fit(tallied([board(ranks, pair) for count, pair in pairs for ranks in [WON, LOST] * (count // 2)]))
    )


def test_errors_of_few_boards_by_hand() -> None:
    # docs/explanation/ratings.md: V = H^-1 M H^-1. All are equal, so that each board of a pair weighs 1/4 in H and
    # has a square of 1/4 in M; H has the virtual board of each, 1/4 too. The factor for n boards is n / (n - 1), t has
    # n - 1 degrees of freedom; for a difference n is that of the one who played less.
    played = np.array([[10, -10, 0], [-10, 40, -30], [0, -30, 30]]) / 4
    bread = np.linalg.inv(played + np.eye(3) / 4)
    covariance = (400 / math.log(10)) ** 2 * bread @ played @ bread
    strengths = chain(10, 30)

    def error(weights: npt.NDArray[np.float64], n: int) -> float:
        return float(np.sqrt(weights @ covariance @ weights * n / (n - 1)))

    for player, other, n in ((1, 2, 10), (2, 1, 10), (1, 3, 10), (3, 1, 10), (2, 3, 30), (3, 2, 30)):
        weights = np.eye(3)[player - 1] - np.eye(3)[other - 1]
        more, spread, degrees = strengths.difference(player, other)
        assert more == pytest.approx(0, abs=1e-6)
        assert math.isclose(spread, error(weights, n), rel_tol=1e-9)
        assert degrees == n - 1
    for line in strengths.table():
        n = {1: 10, 2: 40, 3: 30}[line.player]
        quantile = {10: 2.262157, 40: 2.022691, 30: 2.045230}[n]  # of t at 0.975, from a printed table
        assert line.boards == n
        assert math.isclose(line.error, error(np.eye(3)[line.player - 1] - 1 / 3, n), rel_tol=1e-9)
        assert line.high == pytest.approx(1500 + quantile * line.error, abs=1e-3)


def test_who_played_few_boards_is_not_said_to_be_stronger_than_who_played_many() -> None:
    few = chain(8, 30)
    assert [few.superiority(*pair) for pair in ((1, 2), (2, 1), (1, 3), (3, 1))] == [None] * 4
    assert few.superiority(2, 3) == pytest.approx(0.5)


def test_a_clean_sweep_is_finite_and_marked() -> None:
    best, worst = Strengths(fit(tallied(two(*[WON] * 50)))).table()
    assert (best.player, best.bound, worst.bound) == (1, ">=", "<=")
    assert 1500 < best.elo < 2500


def test_below_ten_boards_there_is_no_interval() -> None:
    nine = Strengths(fit(tallied(two(*[WON] * 5, *[LOST] * 4))))
    assert nine.table()[0].low is None
    assert nine.superiority(1, 2) is None
    ten = Strengths(fit(tallied(two(*[WON] * 5, *[LOST] * 5))))
    line = ten.table()[0]
    assert line.low is not None
    assert line.high is not None
    assert line.low < 1500 < line.high
    assert ten.superiority(1, 2) == pytest.approx(0.5)


def test_superiority_is_one_less_the_others() -> None:
    strengths = Strengths(fit(season([0, 60, 120, 180], boards=200, seed=1)))
    for player in range(4):
        for other in range(player):
            above, below = strengths.superiority(player, other), strengths.superiority(other, player)
            assert above is not None
            assert below is not None
            assert math.isclose(above + below, 1)
            assert (above > 0.5) == (strengths.elo[player] > strengths.elo[other])


@given(st.lists(boards(), min_size=1, max_size=30))
def test_any_boards_give_a_table(played: list[BoardScore]) -> None:
    table = Strengths(fit(tallied(played))).table()
    count = Counter(player for each in played for player in each.line_up)
    assert {line.player: line.boards for line in table} == count
    assert all((line.error == math.inf) == (line.boards == 1) for line in table)
    assert math.isclose(sum(line.elo for line in table) / len(table), 1500, abs_tol=1e-6)
    assert all(math.isfinite(line.elo) and not math.isnan(line.error) for line in table)


def test_a_cycle_is_a_surprise() -> None:
    # 1 beats 2, 2 beats 3, 3 beats 1: strengths are equal and tell nothing of it
    played = [board(WON, line_up=pair) for pair in ((1, 2), (2, 3), (3, 1)) for _ in range(20)]
    strengths = Strengths(fit(tallied(played)))
    assert all(math.isclose(elo, 1500, abs_tol=1e-6) for elo in strengths.elo)
    found = strengths.surprises()
    assert {(each.player, each.opponent) for each in found} == {(1, 2), (2, 3), (3, 1)}
    for each in found:
        assert (each.boards, each.score) == (20, 1.0)
        assert each.expected == pytest.approx(0.5)
        assert each.errors == pytest.approx(math.sqrt(20))


def test_what_strengths_explain_is_no_surprise() -> None:
    assert Strengths(fit(season([0, 100, 200, 300, 400], boards=300, seed=3))).surprises() == []


def test_the_pooled_table_is_the_mean_of_the_variants() -> None:
    one, other = season([0, 100, 200, 300], 120, seed=1), season([0, 100, 200, 300, 400], 150, seed=2)
    lines = {line.player: line for line in pooled([fit(one), fit(other)])}
    assert set(lines) == {0, 1, 2, 3}
    tables = [{line.player: line for line in Strengths(fit(each), [0, 1, 2, 3]).table()} for each in (one, other)]
    for player, line in lines.items():
        parts = [table[player] for table in tables]
        assert math.isclose(line.elo, sum(part.elo for part in parts) / 2)
        assert math.isclose(line.error, math.hypot(*(part.error for part in parts)) / 2)
        assert line.boards == sum(part.boards for part in parts)


def test_nothing_played_is_an_empty_table() -> None:
    assert Strengths(fit([])).table() == []
    assert pooled([]) == []
    assert pooled([fit([]), fit(season([0, 0, 0, 0], 20, seed=1))]) == []


def coverage(trials: int, boards_each: int, gaps: Sequence[float], repeats: float) -> float:
    """In how many of the cases the true strength lay inside its 95% interval."""
    true = [gap - sum(gaps) / len(gaps) + 1500 for gap in gaps]
    inside = total = 0
    for seed in range(trials):
        for line in Strengths(fit(season(gaps, boards_each, seed, repeats))).table():
            assert line.low is not None
            assert line.high is not None
            inside += line.low <= true[line.player] <= line.high
            total += 1
    return inside / total


def test_intervals_cover_the_truth() -> None:
    assert 0.93 <= coverage(sized(150, 300), 30, [0, 50, 100, 150, 200, 250, 300, 400], repeats=0.3) <= 0.97


@pytest.mark.slow
@pytest.mark.parametrize("boards_each", [30, 100, 1000])
@pytest.mark.parametrize("repeats", [0.0, 0.5])
def test_intervals_cover_the_truth_at_every_length(boards_each: int, repeats: float) -> None:
    assert 0.93 <= coverage(2000, boards_each, [0, 50, 100, 150, 200, 250, 300, 400], repeats) <= 0.97


def test_players_are_those_of_the_tallies() -> None:
    assert Strengths(fit([LineUpTally((4, 9))])).players == []  # nothing played
