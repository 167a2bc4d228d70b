import pytest

from arena.league.errors import BadBoardError
from arena.league.ratings.boards import ClosedBoard, Outcome, check_ranks, pair_halves
from tests.league.made import board


def test_a_pair_scores_by_finishing_rank() -> None:
    assert [pair_halves(1, 2), pair_halves(2, 2), pair_halves(3, 1)] == [2, 1, 0]


def test_a_board_score_is_the_mean_over_rotations() -> None:
    played = board([(1, 2, 3), (2, 1, 3), (1, 1, 3)])
    assert played.score(0, 1) == (1 + 0 + 0.5) / 3
    assert played.score(1, 0) == 0.5
    assert played.score(0, 2) == 1.0
    assert played.score(2, 1) == 0.0


@pytest.mark.parametrize("ranks", [(0, 1), (2, 2), (1, 3), (1, 1, 2), (1, 2, 2, 3), (1, 2, 3, -1)])
def test_ranks_are_a_permutation_or_ties(ranks: tuple[int, ...]) -> None:
    for valid in [(1, 2, 3, 4), (1, 1, 3, 3), (1, 1, 1, 1), (4, 1, 1, 3), (1, 2, 2, 4)]:
        check_ranks(valid)
    with pytest.raises(BadBoardError):
        check_ranks(ranks)


def test_closed_board_refuses_lists_that_do_not_fit() -> None:
    outcome = Outcome((1, 2), (5, 3), (0, 0))
    ClosedBoard(0, "v", (7, 8), (outcome, outcome))
    for line_up, outcomes in [
        ((7, 7), (outcome, outcome)),
        ((7,), (outcome,)),
        ((7, 8), (outcome,)),
        ((7, 8, 9), (outcome,) * 3),
        ((7, 8), (outcome, Outcome((2, 2), (0, 0), (0, 0)))),
        ((7, 8), (outcome, Outcome((1, 2), (0,), (0, 0)))),
    ]:
        with pytest.raises(BadBoardError):
            ClosedBoard(0, "v", line_up, outcomes)


def test_an_outcome_is_turned_from_seats_to_players() -> None:
    outcome = Outcome.of_seats([10, 20, 30], [30, 10, 20], [1, 2, 3], [9, 5, 1], [0, 2, 0])
    assert outcome == Outcome(ranks=(2, 3, 1), points=(5, 1, 9), infractions=(0, 1, 2))
    with pytest.raises(BadBoardError):
        Outcome.of_seats([10, 20, 30], [30, 10, 10], [1, 2, 3], [9, 5, 1], [])


def test_partners_are_one_player_with_one_rank() -> None:
    outcome = Outcome.of_seats([10, 20], [20, 10, 20, 10], [1, 2, 1, 2], [90, 50, 90, 50], [0, 2, 3])
    assert outcome == Outcome(ranks=(2, 1), points=(50, 90), infractions=(1, 2))
    won = Outcome.of_seats([10, 20], [10, 20, 10, 20], [1, 2, 1, 2], [70, 10, 70, 10], [])
    board = ClosedBoard(0, "v", (10, 20), (won, outcome)).score_board()
    assert (board.points, board.infractions) == ((120, 100), (1, 2))
    assert [board.score(0, 1), board.score(1, 0)] == [0.5, 0.5]


@pytest.mark.parametrize(
    ("seated", "ranks", "points"),
    [
        ([20, 10, 20, 10], [1, 2, 2, 2], [9, 5, 9, 5]),
        ([20, 10, 20, 10], [1, 2, 1, 2], [9, 5, 8, 5]),
        ([20, 20, 20, 10], [1, 1, 1, 2], [9, 9, 9, 5]),
        ([20, 10, 20], [1, 2, 1], [9, 5, 9]),
        ([], [], []),
    ],
)
def test_outcome_refuses_unequal_partners(seated: list[int], ranks: list[int], points: list[int]) -> None:
    with pytest.raises(BadBoardError):
        Outcome.of_seats([10, 20], seated, ranks, points, [])
