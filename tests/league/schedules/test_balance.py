from collections import Counter
from itertools import combinations, permutations

import pytest

from arena.league.designs.lineups import Table
from arena.league.entrants import Entrant
from arena.league.schedules.balance import AGAINST, FIELD, Evenness, balance_of
from arena.league.schedules.gauntlet import Gauntlet
from arena.league.schedules.schedule import RoundRobin

SIX = [Entrant(id_, id_) for id_ in range(6)]


def test_counts_are_of_all_pairs_that_may_meet() -> None:
    (found,) = balance_of([(0, 1, 2), (0, 2, 1), (3, 4, 5)], SIX, Table("v", 3))
    assert (found.met.least, found.met.most, found.met.mean) == (0, 2, 9 / 15)
    assert (found.left.least, found.left.most, found.left.mean) == (0, 1, 9 / 30)
    assert found.who == "everybody"


def test_bots_of_one_owner_are_no_pair_where_they_may_not_meet() -> None:
    owned = [Entrant(0, 7), Entrant(1, 7), Entrant(2, 8), Entrant(3, 9)]
    line_ups = [board.line_up for board in RoundRobin(owned, [Table("v", 2)], 2, "s")]
    (found,) = balance_of(line_ups, owned, Table("v", 2))
    assert (found.met.least, found.met.most) == (2, 2)
    assert not found.met.known


def test_boards_of_few_owners_are_told_to_be_uneven() -> None:
    # one owner has three of five bots: the two others meet everybody, and each of the three only these
    owned = [Entrant(0, 7), Entrant(1, 7), Entrant(2, 7), Entrant(3, 8), Entrant(4, 9)]
    line_ups = [board.line_up for board in RoundRobin(owned, [Table("v", 2)], 10, "s")]
    (found,) = balance_of(line_ups, owned, Table("v", 2))
    assert found.met.is_even
    assert (found.boards.least, found.boards.most, found.boards.is_even) == (20, 40, False)
    (even,) = balance_of(line_ups, owned, Table("v", 2), gone=frozenset({0, 1}))
    assert (even.boards.least, even.boards.most) == (20, 40)


def test_a_field_that_never_meets_itself_has_no_line() -> None:
    table = Table("v", 2)
    for challengers in (1, 2):
        line_ups = [board.line_up for board in Gauntlet(SIX, challengers, [table], 1, "s")]
        assert [found.who for found in balance_of(line_ups, SIX, table, challengers)] == [AGAINST]


def test_whole_turns_of_all_line_ups_are_a_known_design() -> None:
    table = Table("v", 4)
    whole, part = ([board.line_up for board in RoundRobin(SIX, [table], boards, "s")] for boards in (6, 2))
    (found,) = balance_of(whole, SIX, table)
    assert found.met.known
    assert found.left.known
    assert found.left.spread == 0
    (found,) = balance_of(part, SIX, table)
    assert found.met.known
    assert not found.left.known


def test_in_a_gauntlet_the_field_is_counted_apart() -> None:
    table = Table("v", 3)
    line_ups = [board.line_up for board in Gauntlet(SIX, 2, [table], 2, "s")]
    found = {each.who: each for each in balance_of(line_ups, SIX, table, challengers=2)}
    assert found[FIELD].met == Evenness(4, 4, 4, known=True, times=2)
    assert found[AGAINST].met == Evenness(6, 6, 6, known=True)
    assert found[AGAINST].left.spread == 0


def test_who_has_left_is_counted_nowhere() -> None:
    table = Table("v", 3)
    line_ups = [board.line_up for board in RoundRobin(SIX, [table], 2, "s") if 5 not in board.line_up]
    (found,) = balance_of(line_ups, SIX, table, gone=frozenset({5}))
    assert found.who == "everybody who stayed"
    assert (found.met.least, found.met.most) == (6, 6)
    assert not found.met.known


@pytest.mark.parametrize("boards", [3, 9])
def test_four_on_three_boards_cannot_be_even_and_the_report_says_so(boards: int) -> None:
    four = [Entrant(id_, id_) for id_ in range(4)]
    line_ups = [board.line_up for board in RoundRobin(four, [Table("v", 4)], boards, "s")]
    (found,) = balance_of(line_ups, four, Table("v", 4))
    assert (found.left.spread, found.left.attainable, found.left.is_even) == (2, 2, True)
    ways = combinations([[(0, *each), (*each, 0)] for each in permutations((1, 2, 3))], 3)
    arcs = [Counter(arc for way in three for arc in zip(*way, strict=True)) for three in ways]
    assert min(max(counts.values()) for counts in arcs) == 2  # of all three circuits there are


def test_what_is_promised_of_the_field_is_of_each_challenger() -> None:
    assert Evenness(0, 3, 1.5, times=3).is_even
    assert not Evenness(0, 4, 1.5, times=3).is_even


def test_what_is_promised() -> None:
    assert Evenness(4, 5, 4.5, known=True).is_even
    assert not Evenness(40, 42, 41, known=True).is_even
    assert Evenness(40, 44, 41).is_even
    assert not Evenness(4, 6, 5).is_even
