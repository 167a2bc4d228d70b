"""The worked examples of spades.md and the table of bids."""

import pytest

from arena.rules import BLIND_NIL, BLIND_SIX, NIL, ONE_FOR_50, TWO_FOR_40, Rules, configure
from arena.rules.hands.layout import layout_of
from arena.rules.hands.seat import Seat
from arena.rules.phases.score_bids import bags_over, bid_points, jacks_awarded, score_seat
from tests.rules.playing import codes


def scored(preset: str, bid: int, tricks: int, taken: str = "", bags: int = 0, **options: object) -> tuple[int, int]:
    """(delta, bags) of a seat."""
    rules = configure("spades-4", preset, options)
    layout = layout_of(rules.deck)
    seat = Seat()
    seat.bid, seat.tricks, seat.taken, seat.bags = bid, tricks, layout.hand(codes(taken)), bags
    assert rules.bags is not None
    assert rules.awards is not None
    score_seat(seat, rules.bags, rules.awards, layout)
    return seat.score, seat.bags


@pytest.mark.parametrize(
    ("bid", "tricks", "points", "bags"),
    [
        (4, 4, 40, 0), (4, 6, 40, 2), (4, 3, -40, 0), (13, 13, 130, 0), (1, 0, -10, 0),
        (NIL, 0, 100, 0), (NIL, 2, -100, 2), (BLIND_NIL, 0, 200, 0), (BLIND_NIL, 1, -200, 1),
        (ONE_FOR_50, 0, -50, 0), (ONE_FOR_50, 1, 50, 0), (ONE_FOR_50, 3, 10, 2),
        (TWO_FOR_40, 0, -40, 0), (TWO_FOR_40, 1, -40, 0), (TWO_FOR_40, 2, 40, 0), (TWO_FOR_40, 5, 20, 3),
        (BLIND_SIX, 5, -100, 0), (BLIND_SIX, 6, 100, 0), (BLIND_SIX, 9, 100, 3),
    ],
)  # fmt: skip
def test_the_table_of_bids(bid: int, tricks: int, points: int, bags: int) -> None:
    assert (bid_points(bid, tricks), bags_over(bid, tricks)) == (points, bags)


def test_example_1() -> None:
    assert scored("official", 4, 6, "JD", bags=9) == (40 + 10 - 110, 0)


def test_example_2() -> None:
    assert scored("official", 2, 2, "JD JC") == (20, 0)
    assert scored("three-jacks", 2, 5, "JD JC JH") == (20 + 20, 2)


def test_examples_3_and_4() -> None:
    assert scored("official", ONE_FOR_50, 3) == (10, 2)
    assert scored("official", ONE_FOR_50, 0) == (-50, 0)
    assert scored("official", NIL, 2) == (-100, 2)


def test_example_6() -> None:
    assert scored("short-each", 3, 5) == (10, 0)


@pytest.mark.parametrize(
    ("taken", "awarded"),
    [("", ""), ("JD", "JD"), ("JH", "JH"), ("JD JC", ""), ("JD JH", ""), ("JD JC JH", "JD JC JH"), ("JS AC", "")],
)
def test_more_than_one_jack_gets_nothing_but_all_three_get_all(taken: str, awarded: str) -> None:
    rules = configure("spades-4", "three-jacks")
    assert rules.awards is not None
    layout = layout_of(rules.deck)
    assert jacks_awarded(layout.hand(codes(taken)), rules.awards, layout) == codes(awarded)


def test_two_of_two_jacks_in_play_get_nothing() -> None:
    assert scored("official", 1, 1, "JC JD", award_jacks=["JC", "JD"]) == (10, 0)
    assert scored("official", 1, 1, "JC JD", award_jacks=["JC"]) == (20, 0)


def test_the_jack_of_hearts_acts_before_the_limit_and_never_below_zero() -> None:
    assert scored("three-jacks", 1, 2, "JH", bags=9) == (10, 9)
    assert scored("three-jacks", 1, 1, "JH") == (10, 0)
    assert scored("three-jacks", 1, 1, "JH", bags=3) == (10, 2)


def test_the_jack_of_hearts_spares_a_bag_of_this_hand_under_each() -> None:
    assert scored("three-jacks", 1, 3, "JH", bag_rule="each") == (10 - 10, 0)
    assert scored("three-jacks", 1, 1, "JH", bag_rule="each") == (10, 0)


def test_a_limit_reached_costs_ten_for_each_bag() -> None:
    assert scored("short-limit", 1, 4, bags=4) == (10 - 70, 0)
    assert scored("official", 1, 1, bags=9) == (10, 9)


def test_award_points_are_an_option(spades: Rules) -> None:
    assert scored("official", 1, 1, "JC", award_points=35) == (45, 0)
