from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.league.designs.lineups import Table
from arena.league.entrants import Entrant
from arena.league.errors import TooFewEntrantsError
from arena.league.ratings.matchpoints import table_of
from arena.league.schedules.balance import open_balance
from arena.league.schedules.open_pool import OpenRoundRobin, open_boards, tables_for
from arena.league.schedules.schedule import ScheduledBoard
from tests.league.made import entered, sat
from tests.sizes import sized

FOUR = Table("spades-4", 4, tables_per_board=2)


def even(boards: Iterable[ScheduledBoard], entrants: Sequence[Entrant], table: Table) -> tuple[int, int, int]:
    (balance,) = open_balance((board.line_up for board in boards), entrants, table)
    return balance.compared.spread, balance.met.spread, balance.seats.spread


@settings(max_examples=sized(3, 10))
@given(st.integers(2, 5), st.integers(2, 4), st.lists(st.integers(0, 30), min_size=20, max_size=40), st.integers(1, 2))
def test_an_owner_meets_a_deal_once(bots: int, tables: int, owners: list[int], boards: int) -> None:
    entrants = entered([*owners, *range(100, 110)])
    owner = {entrant.id: entrant.owner for entrant in entrants}
    table = Table("v", bots, tables_per_board=tables)
    schedule = OpenRoundRobin(entrants, [table], boards, "s")
    deals = set()
    for board in schedule:
        assert len({owner[player] for player in board.line_up}) == len(board.line_up) == bots * tables
        deals.add((frozenset(board.line_up), board.turn))
    assert len(deals) == len(schedule) >= open_boards(len(set(owner.values())), table, boards)


@pytest.mark.parametrize(
    ("owners", "bots", "tables", "boards"), [(8, 4, 2, 6), (9, 3, 3, 8), (16, 4, 4, 12), (12, 3, 2, 10), (5, 2, 2, 12)]
)
def test_open_pool_is_even_in_comparisons_meetings_and_seats(owners: int, bots: int, tables: int, boards: int) -> None:
    entrants, table = entered(range(owners)), Table("v", bots, tables_per_board=tables)
    (balance,) = open_balance(
        (board.line_up for board in OpenRoundRobin(entrants, [table], boards, "s")), entrants, table
    )
    assert balance.compared.is_even
    assert balance.met.is_even
    assert balance.seats.spread == 0
    assert boards <= balance.compared.mean < 2 * boards + bots


def test_many_bots() -> None:
    entrants, table = entered(range(sized(160, 500))), Table("v", 4, tables_per_board=4)
    assert even(OpenRoundRobin(entrants, [table], 1, "s"), entrants, table) <= (2, 2, 0)


def test_bots_of_one_owner_take_turns() -> None:
    entrants = entered(place // 2 for place in range(20))
    boards = list(OpenRoundRobin(entrants, [FOUR], 20, "s"))
    (balance,) = open_balance((board.line_up for board in boards), entrants, FOUR)
    assert balance.seats.spread <= 3
    assert balance.compared.least > 0


@pytest.mark.parametrize("owners", [8, 9])
def test_added_boards_continue_the_rounds(owners: int) -> None:
    entrants = entered(range(owners))
    first = list(OpenRoundRobin(entrants, [FOUR], 4, "s"))
    more = list(OpenRoundRobin(entrants, [FOUR], 4, "s", more=6, now=6, sat=sat(first)))
    whole = list(OpenRoundRobin(entrants, [FOUR], 10, "s"))
    assert Counter((board.line_up, board.turn) for board in [*first, *more]) >= Counter(
        (board.line_up, board.turn) for board in whole
    )
    again = OpenRoundRobin(entrants, [FOUR], 4, "s", more=7, now=1, sat=sat([*first, *more]))
    assert len(again) % owners == 0
    assert len(again)


def test_added_boards_are_a_new_movement_once_an_owner_has_left() -> None:
    entrants = entered(range(10))
    first = list(OpenRoundRobin(entrants, [FOUR], 3, "s"))
    gone = frozenset((4,))
    more = list(OpenRoundRobin(entrants, [FOUR], 3, "s", more=3, now=3, gone=gone, sat=sat(first)))
    staying = [entrant for place, entrant in enumerate(entrants) if place not in gone]
    assert even(more, staying, FOUR)[2] == 0
    assert all(entrants[4].id not in board.line_up for board in more)
    deals = {(frozenset(board.line_up), board.turn) for board in [*first, *more]}
    assert len(deals) == len(first) + len(more)
    with pytest.raises(TooFewEntrantsError, match="needs bots of 8 owners, 7 are left"):
        OpenRoundRobin(entrants, [FOUR], 3, "s", more=1, now=1, gone=frozenset((1, 2, 3)))


def test_weights_share_the_boards() -> None:
    tables = [replace(FOUR, weight=3), Table("pinochle-cutthroat", 3, 1, tables_per_board=2)]
    boards = list(OpenRoundRobin(entered(range(12)), tables, 12, "s"))
    of_first = sum(board.variant == 0 for board in boards)
    assert 0.6 < of_first / len(boards) < 0.85


def test_tables_are_as_many_as_owners_allow() -> None:
    solo = Table("spades-4", 4)
    assert [tables_for(entered(range(owners)), solo, 0) for owners in (8, 12, 15, 16, 99)] == [2, 3, 3, 4, 4]
    assert tables_for(entered(range(99)), solo, 7) == 7
    with pytest.raises(TooFewEntrantsError, match=r"at 2 tables needs bots of 8 owners .* there are 7"):
        tables_for(entered(range(7)), solo, 0)
    with pytest.raises(TooFewEntrantsError, match=r"at 3 tables needs bots of 12 owners .* there are 8"):
        tables_for(entered(place // 2 for place in range(16)), solo, 3)


def test_the_balance_by_hand() -> None:
    entrants = entered(range(5))
    table = Table("v", 2, tables_per_board=2)
    (balance,) = open_balance([(100, 101, 102, 103)], entrants, table)  # 100 and 101 had the same cards
    assert table_of((100, 101, 102, 103), 2, 0) == [100, 102]
    assert (balance.compared.most, balance.compared.mean) == (1, 2 / 10)
    assert (balance.met.most, balance.met.mean) == (1, 2 / 10)
    assert (balance.seats.least, balance.seats.most, balance.seats.known) == (0, 1, True)
