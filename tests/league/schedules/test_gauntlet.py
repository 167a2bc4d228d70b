from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.league.designs.lineups import Table
from arena.league.entrants import Entrant
from arena.league.errors import TooFewEntrantsError
from arena.league.schedules.balance import AGAINST, balance_of
from arena.league.schedules.gauntlet import Gauntlet, most_boards_of
from tests.league.made import entered
from tests.sizes import sized


@given(
    st.integers(1, 3), st.integers(4, sized(6, 8)), st.integers(2, 5), st.integers(1, sized(5, 12)), st.text(max_size=3)
)
def test_every_line_up_has_one_challenger(challengers: int, field: int, bots: int, boards: int, seed: str) -> None:
    schedule = Gauntlet(entered(range(challengers + field)), challengers, [Table("v", bots)], boards, seed)
    places = Counter(place - 100 for board in schedule for place in board.line_up)
    for board in schedule:
        assert sum(player - 100 < challengers for player in board.line_up) == 1
    assert len({places[place] for place in range(challengers)}) == 1
    assert len({places[place] for place in range(challengers, challengers + field)}) == 1
    assert len(schedule) == most_boards_of(challengers, field, bots, boards)


@given(st.integers(1, 2), st.integers(30, sized(150, 490)), st.integers(2, 5), st.text(max_size=3))
@settings(max_examples=3)
def test_any_field_is_even_among_itself(challengers: int, field: int, bots: int, seed: str) -> None:
    entrants, table = entered(range(challengers + field)), Table("v", bots)
    schedule = Gauntlet(entrants, challengers, [table], 1, seed)
    assert len(schedule) == most_boards_of(challengers, field, bots, 1)
    for balance in balance_of((board.line_up for board in schedule), entrants, table, challengers):
        assert balance.met.spread <= max(challengers, balance.met.mean / 10)
        assert balance.left.spread <= max(2 * challengers, balance.left.mean / 10)
        assert balance.who != AGAINST or balance.met.spread == 0


@pytest.mark.parametrize("boards", [1, 2, 3])
def test_each_of_a_large_field_sits_at_a_challengers_left_equally_often(boards: int) -> None:
    schedule = Gauntlet(entered(range(51)), 1, [Table("v", 3)], boards, "s")
    left = Counter(board.line_up[1] for board in schedule)
    assert len(left) == 50
    assert max(left.values()) - min(left.values()) <= boards % 2


def test_challengers_meet_the_same_line_ups_in_the_same_orders() -> None:
    schedule = list(Gauntlet(entered(range(7)), 2, [Table("v", 4)], 2, "s"))
    met = [Counter(board.line_up[1:] for board in schedule if board.line_up[0] == first) for first in (100, 101)]
    assert met[0] == met[1]


def test_bots_of_one_owner_do_not_meet() -> None:
    owned = [Entrant(0, 1), Entrant(1, 1), Entrant(2, 2), Entrant(3, 3)]
    met = {board.line_up for board in Gauntlet(owned, 1, [Table("v", 2)], 1, "s")}
    assert met == {(0, 2), (0, 3)}
    with pytest.raises(TooFewEntrantsError, match="challenger 1 has no line-up"):
        Gauntlet(owned[:2], 1, [Table("v", 2)], 1, "s")


def test_gauntlet_refuses_too_small_a_field() -> None:
    with pytest.raises(TooFewEntrantsError, match="four needs a challenger and a field of 3 bots, there are 2 and 2"):
        Gauntlet(entered(range(4)), 2, [Table("four", 4)], 1, "s")
