import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.league.designs.movement import Movement, least_rounds
from tests.sizes import sized


@settings(max_examples=sized(3, 15))
@given(st.integers(2, 5), st.integers(2, 4), st.integers(0, 12), st.integers(1, 2))
def test_everybody_sits_once_in_each_seat_of_each_table_of_a_round(
    seats: int, tables: int, more: int, rounds: int
) -> None:
    movement = Movement(seats * tables + more, seats, tables)
    for index in range(rounds):
        round_ = movement.round(index)
        assert len(set(round_)) == len(round_) == seats * tables
        assert all(0 <= place < movement.places for place in round_)
        assert Movement(movement.places, seats, tables).round(index) == round_


def test_rounds_are_as_many_as_compare_two_so_often() -> None:
    assert least_rounds(8, 4, 2, 1) == 1
    assert least_rounds(500, 4, 4, 1) == 11  # 500 x 4 x 6 comparisons a round, 500 x 499 / 2 pairs
    assert Movement(9, 4, 2).rounds_for(4) == 4
    assert Movement(9, 4, 2).rounds_for(4, least=7) == 7


@pytest.mark.parametrize("places", [8, 9, 16])
def test_movement_repeats_once_it_is_even(places: int) -> None:
    movement = Movement(places, 4, 2)
    rounds = [movement.round(index) for index in range(400)]
    period = next(size for size in range(1, 200) if rounds[:size] == rounds[size : 2 * size])
    assert rounds == [rounds[index % period] for index in range(400)]
