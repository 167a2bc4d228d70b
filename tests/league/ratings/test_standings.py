import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.league.ratings import standings as module
from arena.league.ratings.boards import BoardScore, ClosedBoard, Outcome
from arena.league.ratings.elo import expect_elo
from arena.league.ratings.interval import average
from arena.league.ratings.standings import PairMeeting, PlayerStanding, whole_crosstable, whole_standings
from tests.league.made import board, boards, known, tallied
from tests.league.simulated import season
from tests.sizes import sized


def standings(played: list[BoardScore]) -> list[PlayerStanding]:
    return module.standings(tallied(played))


def crosstable(played: list[BoardScore]) -> list[PairMeeting]:
    return module.crosstable(tallied(played))


ALWAYS = board([(1, 2, 3)] * 3)
NEVER = board([(3, 2, 1)] * 3)


def test_nothing_played_is_an_empty_table() -> None:
    assert standings([]) == []
    assert crosstable([]) == []


def test_two_boards_by_hand() -> None:
    lines = standings([ALWAYS, board([(1, 2, 3), (2, 1, 3), (1, 2, 3)])])
    # board scores of 1: 1 and (2/3 + 1) / 2; of 2: 1/2 and (1/3 + 1) / 2; of 3: 0 and 0
    assert [line.player for line in lines] == [1, 2, 3]
    first, second = 1.0, 5 / 6
    assert math.isclose(lines[0].score, (first + second) / 2)
    assert math.isclose(lines[0].error, abs(first - second) / 2)
    assert math.isclose(lines[1].score, (1 / 2 + 2 / 3) / 2)
    assert lines[2] == PlayerStanding(3, 2, 0.0, 0.0, None, 2, -3.0, 0)
    assert math.isclose(lines[0].points, -7 / 6)


def test_one_board_has_no_error() -> None:
    assert [line.error for line in standings([ALWAYS])] == [0.0] * 3


def test_standard_error_by_hand() -> None:
    won, lost = board([(1, 2)] * 2), board([(2, 1)] * 2)
    assert all(math.isclose(line.error, math.sqrt(1 / 3) / 2) for line in standings([lost, won, won, lost]))


def test_equals_stand_by_id_and_meet_once() -> None:
    assert [line.player for line in standings([ALWAYS, NEVER])] == [1, 2, 3]
    assert crosstable([board([(1, 2), (1, 2)], (9, 4)), board([(1, 2), (1, 2)], (4, 9))]) == [
        PairMeeting(4, 2, 0.5, 0.5, None, 2, 9)
    ]


def test_whole_standings_weigh_variants_equally() -> None:
    often, once = [crosstable([ALWAYS] * 30), crosstable([NEVER])]
    (first, *_) = whole_crosstable([often, once])
    assert (first.boards, first.score, first.interval) == (31, 0.5, None)
    lines = whole_standings(
        [standings([ALWAYS] * 30), standings([NEVER] * 10), standings([board([(1, 2)] * 2, (1, 9))])]
    )
    assert [(line.player, line.variants, line.boards, line.score) for line in lines] == [
        (1, 3, 41, (1 + 0 + 1) / 3),
        (2, 2, 40, 0.5),
        (3, 2, 40, 0.5),
        (9, 1, 1, 0.0),
    ]
    assert whole_standings([]) == [] == whole_crosstable([[]])


def test_scores_against_all_weigh_opponents_equally() -> None:
    pairs = [(1, 2)] * 9 + [(2, 1)] + [(1, 3)] * 39 + [(3, 1)]
    played = [board([(1, 2)] * 2, pair) for pair in pairs]
    scores = module.against_all(tallied(played), [1, 2, 3])
    mean, interval, unmet = scores[1]
    assert mean == pytest.approx((0.9 + 39 / 40) / 2)
    assert not unmet
    assert interval == pytest.approx(average([(10, 0.9, 0.1, 10), (40, 39 / 40, 1 / 40, 40)])[3])
    assert (scores[2], scores[3][2]) == ((None, None, [3]), [2])


def test_an_interval_against_all_covers_the_truth() -> None:
    gaps, inside, trials = [0, 50, 100, 200, 300], 0, sized(30, 300)
    true = [float(np.mean([expect_elo(gap, other) for other in gaps if other != gap])) for gap in gaps]
    for seed in range(trials):
        scores = module.against_all(season(gaps, 60, seed), range(5))
        ends = [known(interval) for _, interval, _ in scores.values()]
        inside += sum(low <= each <= high for each, (low, high) in zip(true, ends, strict=True))
    assert inside >= 0.93 * 5 * trials


def test_infractions_are_counted() -> None:
    outcomes = (Outcome((1, 2), (3, -4), (0, 2)), Outcome((1, 2), (5, -4), (1, 2)))
    lines = standings([ClosedBoard(0, "v", (5, 6), outcomes).score_board()])
    assert [(line.player, line.infractions, line.points) for line in lines] == [(5, 1, 4.0), (6, 4, -4.0)]


@given(st.lists(boards(), max_size=8))
def test_the_order_of_boards_changes_no_bit(played: list[BoardScore]) -> None:
    assert standings(played) == standings(played[::-1])
    assert crosstable(played) == crosstable(played[::-1])


@given(st.lists(boards(), min_size=1, max_size=8))
def test_scores_of_all_are_a_half_in_the_mean(played: list[BoardScore]) -> None:
    lines = standings(played)
    total = sum(line.score * line.boards for line in lines)
    assert math.isclose(total, sum(line.boards for line in lines) / 2)
    assert all(0 <= line.score <= 1 and line.error >= 0 for line in lines)
    assert sum(meeting.boards for meeting in crosstable(played)) == sum(len(each.halves) for each in played)


def test_forfeited_board_counts_as_zero_for_the_absent_player_only() -> None:
    tallies = tallied([ALWAYS, board([(1, 2, 3), (2, 1, 3), (1, 2, 3)])])
    before = {line.player: line for line in module.standings(tallies)}
    after = {line.player: line for line in module.standings(tallies, {2: 2, 9: 3})}
    assert after[1] == before[1]
    assert math.isclose(after[2].score, before[2].score / 2)
    assert (after[2].boards, after[2].forfeited, after[2].points) == (2, 2, before[2].points)
    assert (after[9].boards, after[9].score, after[9].error, after[9].points) == (0, 0, 0, 0)


def test_forfeited_boards_are_in_the_interval_of_all_variants_as_one() -> None:
    (alone,) = module.standings([], {1: 12})
    (line,) = whole_standings([[alone], [alone]])
    assert (line.boards, line.score, line.interval) == (0, 0, (0, 1 - 0.025 ** (1 / 24)))


def test_the_best_stand_first_whatever_their_ids() -> None:
    lines = standings([board([(2, 3, 1)] * 3)])
    assert [(line.player, line.score) for line in lines] == [(3, 1.0), (1, 0.5), (2, 0.0)]
