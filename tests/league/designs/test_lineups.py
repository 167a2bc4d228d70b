from itertools import combinations
from math import factorial

import pytest

from arena.league.designs.circular_orders import circular_orders
from arena.league.designs.lineups import tables_of_unmet
from tests.league.made import known


@pytest.mark.parametrize("others", range(1, 6))
def test_there_are_as_many_circular_orders_as_there_should_be(others: int) -> None:
    orders = circular_orders(others)
    assert len(set(orders)) == len(orders) == factorial(others)
    assert all(mirror == order[::-1] for order, mirror in zip(orders[::2], orders[1::2], strict=False))


def test_tables_of_unmet_seat_all_players() -> None:
    assert tables_of_unmet([0, 1, 2, 3], 2, lambda one, other: False) == [[0, 1], [2, 3]]
    assert tables_of_unmet([0, 1, 2, 3], 2, lambda one, other: abs(one - other) == 1) == [[0, 2], [1, 3]]
    seated = known(tables_of_unmet(range(6), 3, lambda one, other: {one, other} in ({0, 1}, {2, 3}, {4, 5})))
    assert sorted(place for table in seated for place in table) == list(range(6))
    met = [set(pair) for table in seated for pair in combinations(table, 2)]
    assert not any(pair in met for pair in ({0, 1}, {2, 3}, {4, 5}))


def test_tables_of_unmet_return_none_without_a_seating() -> None:
    assert tables_of_unmet([0, 1], 2, lambda one, other: True) is None
    assert tables_of_unmet([], 2, lambda one, other: True) == []
