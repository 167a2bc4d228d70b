from collections import Counter
from itertools import combinations, permutations

import pytest

from arena.league.designs.lineups import Table
from arena.league.schedules.balance import AGAINST, FIELD, Evenness, balance_of
from arena.league.schedules.gauntlet import Gauntlet
from arena.league.schedules.schedule import RoundRobin, Schedule
from tests.league.made import entered

SIX = entered(range(6), 0)


def line_ups(schedule: Schedule) -> list[tuple[int, ...]]:
    return [board.line_up for board in schedule]


def test_counts_are_of_all_pairs_that_may_meet() -> None:
    (balance,) = balance_of([(0, 1, 2), (0, 2, 1), (3, 4, 5)], SIX, Table("v", 3))
    assert (balance.met.least, balance.met.most, balance.met.mean) == (0, 2, 9 / 15)
    assert (balance.left.least, balance.left.most, balance.left.mean) == (0, 1, 9 / 30)
    assert balance.who == "everybody"


def test_balance_omits_pairs_of_one_owner() -> None:
    owned = entered([7, 7, 8, 9], 0)
    boards = line_ups(RoundRobin(owned, [Table("v", 2)], 2, "s"))
    (balance,) = balance_of(boards, owned, Table("v", 2))
    assert (balance.met.least, balance.met.most) == (2, 2)
    assert not balance.met.known


def test_balance_reports_uneven_boards_of_few_owners() -> None:
    # one owner has three of five bots: the two others meet everybody, and each of the three only these
    owned = entered([7, 7, 7, 8, 9], 0)
    boards = line_ups(RoundRobin(owned, [Table("v", 2)], 10, "s"))
    (balance,) = balance_of(boards, owned, Table("v", 2))
    assert balance.met.is_even
    assert (balance.boards.least, balance.boards.most, balance.boards.is_even) == (20, 40, False)
    (even,) = balance_of(boards, owned, Table("v", 2), gone=frozenset({0, 1}))
    assert (even.boards.least, even.boards.most) == (20, 40)


def test_balance_omits_a_field_that_never_meets_itself() -> None:
    table = Table("v", 2)
    for challengers in (1, 2):
        boards = line_ups(Gauntlet(SIX, challengers, [table], 1, "s"))
        assert [balance.who for balance in balance_of(boards, SIX, table, challengers)] == [AGAINST]


def test_whole_turns_of_all_line_ups_are_a_known_design() -> None:
    table = Table("v", 4)
    whole, part = ([board.line_up for board in RoundRobin(SIX, [table], boards, "s")] for boards in (6, 2))
    (balance,) = balance_of(whole, SIX, table)
    assert balance.met.known
    assert balance.left.known
    assert balance.left.spread == 0
    (balance,) = balance_of(part, SIX, table)
    assert balance.met.known
    assert not balance.left.known


def test_in_a_gauntlet_the_field_is_counted_apart() -> None:
    table = Table("v", 3)
    boards = line_ups(Gauntlet(SIX, 2, [table], 2, "s"))
    balances = {each.who: each for each in balance_of(boards, SIX, table, challengers=2)}
    assert balances[FIELD].met == Evenness(4, 4, 4, known=True, times=2)
    assert balances[AGAINST].met == Evenness(6, 6, 6, known=True)
    assert balances[AGAINST].left.spread == 0


def test_balance_omits_entrants_that_left() -> None:
    table = Table("v", 3)
    boards = [board.line_up for board in RoundRobin(SIX, [table], 2, "s") if 5 not in board.line_up]
    (balance,) = balance_of(boards, SIX, table, gone=frozenset({5}))
    assert balance.who == "everybody who stayed"
    assert (balance.met.least, balance.met.most) == (6, 6)
    assert not balance.met.known


@pytest.mark.parametrize("boards", [3, 9])
def test_four_on_three_boards_cannot_be_even_and_the_report_says_so(boards: int) -> None:
    four = entered(range(4), 0)
    played = line_ups(RoundRobin(four, [Table("v", 4)], boards, "s"))
    (balance,) = balance_of(played, four, Table("v", 4))
    assert (balance.left.spread, balance.left.attainable, balance.left.is_even) == (2, 2, True)
    ways = combinations([[(0, *each), (*each, 0)] for each in permutations((1, 2, 3))], 3)
    arcs = [Counter(arc for way in three for arc in zip(*way, strict=True)) for three in ways]
    assert min(max(counts.values()) for counts in arcs) == 2  # of all three circuits there are


def test_a_promise_depends_on_the_design_and_on_challengers() -> None:
    assert Evenness(0, 3, 1.5, times=3).is_even
    assert not Evenness(0, 4, 1.5, times=3).is_even
    assert Evenness(4, 5, 4.5, known=True).is_even
    assert not Evenness(40, 42, 41, known=True).is_even
    assert Evenness(40, 44, 41).is_even
    assert not Evenness(4, 6, 5).is_even
