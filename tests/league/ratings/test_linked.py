from collections.abc import Sequence
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.league.ratings.boards import BoardScore
from arena.league.ratings.bradley_terry import fit_tables
from arena.league.ratings.linked import split_by_links
from arena.league.ratings.strengths import Strengths
from arena.league.ratings.tally import LineUpTally
from tests.league.made import board, tallied


def played(*line_ups: tuple[Sequence[int], int]) -> list[LineUpTally]:
    """Return tallies of halved boards, so many of each line-up."""
    boards = []
    for players, count in line_ups:
        ranks = [
            tuple((place + turn) % len(players) + 1 for place in range(len(players))) for turn in range(len(players))
        ]
        boards += [board(ranks, tuple(players))] * count
    return tallied(boards)


CHAIN = [((1, 2), 50), ((3, 4), 50), ((1, 3), 4), ((2, 4), 3)]  # seven boards of different pairs link the two


@pytest.mark.parametrize(
    ("line_ups", "players"),
    [
        ([((1, 2), 20), ((3, 4, 5), 20)], [[3, 4, 5], [1, 2]]),
        ([((1, 2), 50), ((3, 4), 50), ((2, 3), 9)], [[1, 2], [3, 4]]),
        ([((1, 2), 50), ((3, 4), 50), ((2, 3), 10)], [[1, 2, 3, 4]]),
        (CHAIN, [[1, 2], [3, 4]]),
        ([*CHAIN, ((1, 4), 3)], [[1, 2, 3, 4]]),
        ([((1, 2), 50), ((3, 4), 50), ((1, 2, 3), 9)], [[1, 2], [3, 4]]),  # a board of three links once
        ([((place, (place + 1) % 6), 5) for place in range(6)], [[0, 1, 2, 3, 4, 5]]),  # any two parts have two links
        ([((1, 2), 50), ((3, 4), 50), ((1, 9), 6), ((3, 9), 3)], [[1, 2, 9], [3, 4, 9]]),  # 9 links nobody
        ([((7, 8), 3), ((8, 9), 4)], [[7, 8, 9]]),
    ],
)
def test_ten_boards_link_players(line_ups: list[tuple[Sequence[int], int]], players: list[list[int]]) -> None:
    assert [table.players for table in split_by_links(played(*line_ups))] == players


def test_links_are_listed_and_their_boards_do_not_count() -> None:
    first, second = split_by_links(played(((1, 2, 5), 50), ((3, 4), 50), ((2, 3), 3)))
    assert (first.links, second.links) == ([(1, 3)], [(0, 3)])
    assert [tally.boards for table in (first, second) for tally in table.tallies] == [50, 50]


def test_players_with_the_same_cards_link_at_several_tables() -> None:
    # two fields a board, each of two: 1 and 2, 3 and 4 are compared, and 2 with 3 on few boards
    def at_tables(line_up: tuple[int, ...], count: int) -> list[BoardScore]:
        return [BoardScore(0, "v", line_up, (1, 2), (0,) * 4, (0,) * 4, 2)] * count

    whole = tallied([*at_tables((1, 2, 3, 4), 20), *at_tables((1, 4, 2, 3), 3)])
    first, second = split_by_links(whole)
    assert (first.players, second.players) == ([1, 2], [3, 4])
    assert [tally.players for tally in first.tallies] == [(1, 2)]
    assert (first.tallies[0].halves, second.tallies[0].halves) == ([20], [40])
    assert second.tallies[0].products == [80, 0, 0]
    assert (first.links, second.links) == ([(1, 6)], [(0, 6)])  # both fields of three boards
    (one,) = split_by_links(tallied([*at_tables((1, 2, 3, 4), 20), *at_tables((1, 4, 2, 3), 10)]))
    assert [tally.players for tally in one.tallies] == [(1, 2, 3, 4), (1, 4, 2, 3)]


def test_player_with_few_boards_against_each_table_is_alone() -> None:
    tables = split_by_links(played(((1, 2), 50), ((3, 4), 50), ((1, 9), 6), ((3, 9), 6)))
    assert [table.players for table in tables] == [[1, 2], [3, 4], [9]]
    assert tables[2].links == [(0, 6), (1, 6)]
    (line,) = Strengths(
        fit_tables(tables[2].tallies or played(((1, 2), 50), ((1, 9), 6), ((3, 9), 6), ((3, 4), 50)))[2]
    ).table()
    assert (line.player, line.boards, line.elo, line.low, line.high) == (9, 0, 1500, None, None)


def test_the_same_program_in_two_groups_is_not_called_stronger() -> None:
    first, second = fit_tables(played(((1, 2), 40), ((3, 4), 40)))
    assert Strengths(first).elo == pytest.approx([1500, 1500])
    assert Strengths(second).players == [3, 4]


@given(
    st.lists(
        st.tuples(st.lists(st.integers(1, 7), min_size=2, max_size=4, unique=True), st.integers(1, 14)), max_size=9
    )
)
def test_tables_fall_into_no_parts_and_could_not_be_larger(line_ups: list[tuple[list[int], int]]) -> None:
    tallies = played(*((sorted(each), count) for each, count in line_ups))
    boards = {player: sum(tally.boards for tally in tallies if player in tally.players) for player in range(1, 8)}
    tables = split_by_links(tallies)
    many = [{player for player in table.players if boards[player] >= 10} for table in tables]
    assert sorted(player for part in many for player in part) == sorted(p for p, count in boards.items() if count >= 10)
    for table, part in zip(tables, many, strict=True):
        for size in range(1, len(part)):
            for side in combinations(sorted(part), size):
                assert cut_within(set(side), part, table.tallies) >= 10
    assert sum(tally.boards for table in tables for tally in table.tallies) <= sum(tally.boards for tally in tallies)


def cut_within(side: set[int], part: set[int], tallies: list[LineUpTally]) -> int:
    return sum(tally.boards for tally in tallies if side & {*tally.players} and (part - side) & {*tally.players})
