import math
from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from arena.league.ratings.boards import BoardScore
from arena.league.ratings.elo import START, K, expect_elo, explain_board, fold
from tests.league.made import board, boards


def test_four_hundred_points_are_ten_to_one() -> None:
    assert expect_elo(1500, 1500) == 0.5
    assert math.isclose(expect_elo(1900, 1500), 10 / 11)
    assert math.isclose(expect_elo(1500, 1900), 1 / 11)


def test_equal_players_move_half_of_k() -> None:
    assert fold({}, board([(1, 2), (1, 2)])) == {1: START + K / 2, 2: START - K / 2}
    assert fold({}, board([(1, 2), (2, 1)])) == {1: START, 2: START}


def test_a_board_of_three_by_hand() -> None:
    # pair scores of the players 1, 2, 3: 1-2 is 2/3, 1-3 is 1, 2-3 is 1; each pair moves 16 * (S - 1/2)
    after = fold({}, board([(1, 2, 3), (1, 2, 3), (2, 1, 3)]))
    assert math.isclose(after[1], 1500 + 16 * (2 / 3 - 1 / 2) + 16 * (1 - 1 / 2))
    assert math.isclose(after[2], 1500 - 16 * (2 / 3 - 1 / 2) + 16 * (1 - 1 / 2))
    assert math.isclose(after[3], 1500 - 16)


def test_all_pairs_are_taken_from_the_ratings_before_the_board() -> None:
    ratings = {1: 1600.0, 2: 1500.0, 3: 1400.0}
    after = fold(ratings, board([(1, 2, 3)] * 3))
    first = 16 * (1 - expect_elo(1600, 1500)) + 16 * (1 - expect_elo(1600, 1400))
    assert math.isclose(after[1], 1600 + first)
    assert ratings == {1: 1600.0, 2: 1500.0, 3: 1400.0}


ratings = st.dictionaries(st.integers(1, 6), st.floats(0, 3000))


@given(ratings, boards())
def test_elo_sum_stays(before: dict[int, float], played: BoardScore) -> None:
    after = fold(before, played)
    assert set(after) == set(played.line_up)
    was = sum(before.get(player, START) for player in played.line_up)
    assert math.isclose(sum(after.values()), was, abs_tol=1e-8)


@given(ratings, boards(), st.integers(0, 4))
def test_turning_the_line_up_changes_no_bit(before: dict[int, float], played: BoardScore, by: int) -> None:
    count = len(played.line_up)
    turned = [(index + by) % count for index in range(count)]
    other = BoardScore(
        0,
        "v",
        tuple(played.line_up[index] for index in turned),
        tuple(played.half_points(turned[i], turned[j]) for i, j in combinations(range(count), 2)),
        played.points,
        played.infractions,
    )
    assert fold(before, other) == fold(before, played)


@given(st.dictionaries(st.integers(1, 6), st.floats(0, 3000)), boards())
def test_receipt_equals_fold_bit_for_bit(before: dict[int, float], played: BoardScore) -> None:
    after = fold(before, played)
    for player in played.line_up:
        receipt = explain_board(before, played, player)
        assert receipt.after == after[player]
        assert [other.player for other in receipt.opponents] == sorted(set(played.line_up) - {player})
        total = receipt.before
        for other in receipt.opponents:
            total += other.change
        assert total == receipt.after


@given(boards())
def test_receipt_changes_of_a_pair_cancel(played: BoardScore) -> None:
    one, other = played.line_up[:2]
    (given_,) = (each for each in explain_board({}, played, one).opponents if each.player == other)
    (taken,) = (each for each in explain_board({}, played, other).opponents if each.player == one)
    assert given_.change == -taken.change
    assert given_.half_points + taken.half_points == played.most
