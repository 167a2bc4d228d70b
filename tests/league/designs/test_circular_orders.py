from math import factorial

import pytest

from arena.league.designs.circular_orders import circular_orders


@pytest.mark.parametrize("others", range(1, 6))
def test_there_are_as_many_circular_orders_as_there_should_be(others: int) -> None:
    orders = circular_orders(others)
    assert len(set(orders)) == len(orders) == factorial(others)
    assert all(mirror == order[::-1] for order, mirror in zip(orders[::2], orders[1::2], strict=False))
