import math
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.league.errors import BadBoardError
from arena.league.ratings import elo
from arena.league.ratings.boards import BoardScore, Outcome
from arena.league.ratings.matchpoints import score_matchpoints, table_of
from arena.league.ratings.standings import crosstable, head_to_head, standings
from arena.league.ratings.strengths import Strengths
from tests.league.made import fit, known, tallied

LINE_UP = (4, 7, 9, 2)  # two tables of two: 4 and 7 have the first seat, 9 and 2 the second


def scored(points: list[tuple[int, ...]], line_up: tuple[int, ...] = LINE_UP, number: int = 0) -> BoardScore:
    """Return a board with these points, one tuple a table."""
    none = (0,) * len(points[0])
    ranks = (1,) * len(points[0])
    return score_matchpoints(number, "v", line_up, len(points), [Outcome(ranks, each, none) for each in points])


def test_matchpoints_compare_players_with_the_same_cards() -> None:
    board = scored([(50, 10), (30, 10)])
    assert board.fields == [(4, 7), (9, 2)]
    assert (board.halves, board.points, board.most) == ((2, 1), (50, 30, 10, 10), 2)
    assert (board.score(0, 1), board.score(1, 0), board.score(3, 2)) == (1.0, 0.0, 0.5)
    assert [table_of(LINE_UP, 2, table) for table in range(2)] == [[4, 9], [7, 2]]
    assert scored([(5, 1), (3, 2), (3, 9)], (1, 2, 3, 4, 5, 6)).halves == (2, 2, 1, 0, 0, 0)  # three tables


def test_elo_moves_between_compared_players_only() -> None:
    after = elo.fold({4: 1600.0}, scored([(50, 10), (30, 10)]))
    moved = 32 * (1 - elo.expect_elo(1600, 1500))
    assert after == {4: 1600 + moved, 7: 1500 - moved, 9: 1500.0, 2: 1500.0}
    third = elo.fold({}, scored([(5, 1), (3, 2), (3, 9)], (1, 2, 3, 4, 5, 6)))
    assert third[1] == 1500 + 16 + 0.0
    assert math.isclose(sum(third.values()), 9000)


@given(st.lists(st.lists(st.integers(0, 5), min_size=3, max_size=3), min_size=2, max_size=4), st.integers(0, 9))
def test_receipt_lists_the_compared_opponents(points: list[list[int]], number: int) -> None:
    line_up = tuple(range(10, 10 + 3 * len(points)))
    board = scored([tuple(each) for each in points], line_up, number)
    ratings = {player: 1400.0 + 7 * player for player in line_up}
    after = elo.fold(ratings, board)
    for player in line_up:
        receipt = elo.explain_board(ratings, board, player)
        assert (receipt.before, receipt.after) == (ratings[player], after[player])
        assert len(receipt.opponents) == len(points) - 1
        assert receipt.most == 2


def test_tally_groups_boards_by_compared_players() -> None:
    boards = [
        scored([(50, 10), (30, 10)]),
        scored([(1, 2), (3, 4)], (2, 9, 7, 4)),  # the same two and two, other seats and tables
        scored([(1, 2), (3, 4)], (2, 7, 9, 4)),
    ]
    tallies = tallied(boards)
    assert [(tally.players, tally.boards) for tally in tallies] == [((2, 7, 4, 9), 1), ((2, 9, 4, 7), 2)]
    whole = tallies[1]
    assert whole.halves == [1 + 0, 2 + 2]  # 2 against 9, 4 against 7
    assert whole.totals() == [1, 3, 4, 0]
    assert (whole.most, whole.games, whole.opponents) == (2, 1, 1)
    assert whole.points == [10 + 1, 10 + 3, 50 + 4, 30 + 2]
    assert tallied(boards[::-1]) == tallies


def test_tables_are_read_as_those_of_other_boards() -> None:
    boards = [scored([(50, 10), (30, 10)]), scored([(1, 2), (3, 4)], (2, 7, 9, 4))]
    lines = {line.player: line for line in standings(tallied(boards))}
    assert {player: line.score for player, line in lines.items()} == {4: 1.0, 7: 0.5, 9: 0.25, 2: 0.25}
    assert lines[4].points == (50 + 4) / 2
    met = {(meeting.player, meeting.opponent): meeting.score for meeting in crosstable(tallied(boards))}
    assert met == {(4, 7): 1.0, (2, 9): 0.5, (2, 7): 0.0, (4, 9): 1.0}
    assert head_to_head(tallied(boards), 4, 2) is None
    both = known(head_to_head(tallied(boards), 9, 2))
    assert (both.boards, both.score, both.points, both.opponent_points) == (1, 0.5, 10, 10)


@pytest.mark.parametrize(
    ("line_up", "points", "word"),
    [
        ((1, 2, 3, 3), [(0, 0), (0, 0)], "different players"),
        ((1, 2, 3), [(0, 0), (0, 0)], "different players"),
        ((1, 2, 3, 4, 5), [(0, 0), (0, 0)], "different players"),
        ((1, 2), [(0, 0)], "different players"),
        ((1, 2, 3, 4, 5, 6), [(0, 0), (0, 0)], "cover 3"),
    ],
)
def test_matchpoints_refuse_invalid_boards(line_up: tuple[int, ...], points: list[tuple[int, ...]], word: str) -> None:
    with pytest.raises(BadBoardError, match=word):
        scored(points, line_up)


@pytest.mark.parametrize("infractions", [(0,), (0, 0, 0)])
def test_each_player_of_a_table_has_its_count_of_infractions(infractions: tuple[int, ...]) -> None:
    outcomes = [Outcome((1, 2), (50, 10), (0, 0)), Outcome((1, 2), (30, 10), infractions)]
    with pytest.raises(BadBoardError, match="cover 2"):
        score_matchpoints(0, "v", LINE_UP, 2, outcomes)


def season(gaps: list[float], boards: int, seed: int, tables: int = 4, seats: int = 4, luck: float = 1.0) -> Strengths:
    """Rate a season whose cards move all who hold them alike; a gain is in part the table's loss."""
    rng = np.random.default_rng(seed)
    strength = np.array(gaps) * math.log(10) / 400
    played = []
    for number in range(boards * len(gaps) // (tables * seats)):
        line_up = rng.permutation(len(gaps))[: tables * seats]
        performance = (
            strength[line_up] + rng.gumbel(size=tables * seats) + np.repeat(rng.normal(0, luck, seats), tables)
        )
        by_table = performance.reshape(seats, tables).T
        points = [tuple(int(1e6 * each) for each in table) for table in by_table]
        played.append(scored(points, tuple(map(int, line_up)), number))
    return Strengths(fit(tallied(played)))


def coverage(trials: int, boards: int, gaps: list[float]) -> float:
    inside = total = 0
    for seed in range(trials):
        for line in season(gaps, boards, seed).table():
            true = gaps[line.player] - sum(gaps) / len(gaps) + 1500
            inside += (line.low or -math.inf) <= true <= (line.high or math.inf)
            total += 1
    return inside / total


GAPS = [float(gap) for gap in range(0, 400, 20)]


def test_strengths_come_out_in_order() -> None:
    table = {line.player: line.elo for line in season(GAPS, 400, 3).table()}
    assert all(table[low] < table[high] for low, high in pairwise((0, 5, 10, 15, 19)))
    assert coverage(5, 60, GAPS) >= 0.93


@pytest.mark.slow
@pytest.mark.parametrize(("boards", "trials"), [(30, 2000), (100, 2000)])
def test_true_strengths_are_inside_their_intervals(boards: int, trials: int) -> None:
    assert coverage(trials, boards, GAPS) >= 0.93
