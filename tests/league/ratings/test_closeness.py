from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.league.ratings.boards import BoardScore
from arena.league.ratings.bradley_terry import Fit, fit_tables
from arena.league.ratings.closeness import boards_by_closeness
from arena.league.ratings.strengths import ELO, Strengths
from arena.league.ratings.tally import LineUpTally
from tests.league.made import HALF, LOST, WON, board, boards, fit, tallied
from tests.sizes import sized
from tools.coverage.cells import Cell
from tools.coverage.seasons import season, strengths


def test_closeness_by_hand() -> None:
    # 0 and 1 met often, 1 and 2 less, 0 and 2 not. By chance each two of them meet as often as they play, multiplied.
    strengths = [0.0, 1.0, 3.0]
    near = (30 * 1 + 10 * 4) / 40
    far = (30 * 40 * 1 + 40 * 10 * 4 + 30 * 10 * 9) / (30 * 40 + 40 * 10 + 30 * 10)
    closeness = 1 / near - 1 / far
    first = [(7, (0, 1), 10), (7, (0, 1), 20), (7, (1, 2), 10)]
    wanted = {(0, 1): 30 * closeness, (1, 2): 10 * closeness}
    assert boards_by_closeness(first, strengths) == pytest.approx(wanted)
    again = boards_by_closeness([*first, *((8, pair, boards) for _, pair, boards in first)], strengths)
    assert again == pytest.approx({pair: 2 * boards for pair, boards in wanted.items()})  # each tournament by itself


def test_closeness_is_zero_for_blind_draws() -> None:
    for drawn in ([(0, 2)], [(0, 1), (0, 2), (1, 2)]):
        counts = boards_by_closeness([(7, pair, 10) for pair in drawn], [0.0, 1.0, 3.0])
        assert list(counts.values()) == pytest.approx([0.0] * len(drawn))
    assert boards_by_closeness([(7, (0, 1), 10)], [1.0, 1.0]) == {(0, 1): 0.0}


def blind(tallies: list[LineUpTally]) -> Fit:
    return fit([replace(tally, by_results=0) for tally in tallies])


def test_closeness_changes_nothing_if_all_met_equally_often() -> None:
    tallies = season(Cell("round robin", 6, 2, 10, 400), 1)
    assert fit([replace(tally, by_results=7) for tally in tallies]).strengths == blind(tallies).strengths


def test_virtual_draws_are_no_more_than_half_the_boards() -> None:
    # A cup whose two pairs ended all but even, and lie far apart: its closeness is huge.
    cup = [board(ranks, pair) for pair in ((1, 2), (3, 4)) for ranks in [WON] * 5 + [LOST] * 4 + [HALF]]
    table = fit(
        [
            *(replace(tally, by_results=7) for tally in tallied(cup)),
            *tallied([board(ranks, (2, 3)) for ranks in [WON] * 90 + [LOST] * 10]),
        ]
    )
    one, other = table.strengths[:2]
    assert 1 / (1 + np.exp(other - one)) == pytest.approx((5.5 + 2.5) / (10 + 5))


def test_a_difference_is_smaller_by_as_much_as_closeness_made_it_smaller() -> None:
    table = fit(tallied([board(ranks) for ranks in [WON] * 30 + [LOST] * 10]))
    lead = Strengths(table).difference(1, 2)[0]
    for moved, wanted in ((0, lead), (30, lead), (-30, lead - 30), (-999, 0)):
        strengths = Strengths(replace(table, undone=[moved / 2 / ELO, -moved / 2 / ELO]))
        assert [strengths.difference(*pair)[0] for pair in ((1, 2), (2, 1))] == pytest.approx([wanted, -wanted])


@given(st.lists(boards(), min_size=1, max_size=30))
def test_any_boards_may_be_drawn_by_results(played: list[BoardScore]) -> None:
    for table in fit_tables([replace(tally, by_results=7) for tally in tallied(played)]):
        assert np.isfinite(table.strengths).all()
        assert sum(table.strengths) == pytest.approx(0, abs=1e-6)


@pytest.mark.parametrize(
    "cell", [Cell("swiss", 16, 2, 5, 400, rounds=4), Cell("ladder", 12, 2, 4, 200, rounds=8)], ids=str
)
def test_strengths_drawn_by_results_are_hardly_too_far_apart(cell: Cell) -> None:
    truth = strengths(cell) - strengths(cell).mean()
    seasons = [season(cell, seed) for seed in range(sized(16, 300))]
    whole = [tallies for tallies in seasons if len(fit_tables(tallies)) == 1]
    before, now = (
        float(np.mean([fit_of(tallies).strengths for tallies in whole], 0) @ truth / (truth @ truth)) - 1
        for fit_of in (blind, fit)
    )
    assert before > 0.08
    assert -0.05 < now < before / 2
