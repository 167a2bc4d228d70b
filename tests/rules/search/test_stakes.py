"""What one more trick is worth to a quick player of spades, and which leads break a bid."""

import pytest

from arena.rules import Game, Kind, configure, new_game
from arena.rules.hands.actions import NIL, ONE_FOR_50, TWO_FOR_40
from arena.rules.search.policy import find_catching, leaves_trick, trick_cost, wants_trick
from bots.sdk.practice.local import board_seed


def led(variant: str, number: int, bids: list[int], tricks: list[int]) -> Game:
    """Return a game at its first lead, with these bids and tricks from the seat to act on."""
    game = new_game(configure(variant), board_seed(1, number))
    while game.kind != Kind.PLAY:
        game.apply(game.legal().actions[0])
    for place, (bid, taken) in enumerate(zip(bids, tricks, strict=True)):
        seat = game.seats[(game.to_act + place) % len(bids)]
        seat.bid, seat.tricks = bid, taken
    return game


@pytest.mark.parametrize(
    ("bids", "tricks", "wanted"),
    [
        ([3, 1, 1, 1], [0, 0, 0, 0], True),  # it needs it
        ([3, 1, 1, 1], [3, 0, 0, 0], False),  # a bag
        ([3, 4, 5, 4], [3, 0, 0, 0], True),  # all others need all 13
        ([NIL, 4, 5, 4], [0, 0, 0, 0], False),
        ([ONE_FOR_50, 4, 5, 4], [0, 0, 0, 0], True),
        ([ONE_FOR_50, 4, 5, 4], [1, 0, 0, 0], False),
        ([TWO_FOR_40, 4, 5, 4], [2, 0, 0, 0], False),
        ([ONE_FOR_50, 4, 5, 4], [2, 0, 0, 0], True),  # it is broken, and they need all
    ],
)
def test_a_trick_is_wanted_for_the_bid_or_to_set_others(bids: list[int], tricks: list[int], wanted: bool) -> None:
    assert wants_trick(led("spades-4", 1, bids, tricks)) is wanted


def test_a_trick_beyond_the_bid_costs_a_nil_and_an_exact_bid() -> None:
    bids, tricks = [NIL, ONE_FOR_50, TWO_FOR_40, 3], [0, 1, 2, 3]
    game = led("spades-4", 1, bids, tricks)
    costs = [trick_cost(game.seats[(game.to_act + place) % 4]) for place in range(4)]
    assert costs == [200, 40, 20, 0]
    game = led("spades-4", 1, bids, [1, 0, 1, 2])
    assert [trick_cost(seat) for seat in game.seats] == [0, 0, 0, 0]


def test_a_card_is_led_under_a_nil_that_has_to_beat_it_and_then_it_keeps_the_trick() -> None:
    caught = 0
    for number in range(20):
        game = led("spades-4", number, [3, NIL, 3, 3], [0, 0, 0, 0])
        layout, leads = game.layout, game.legal().actions
        behind = layout.listed(game.seats[(game.to_act + 1) % 4].cards)
        action = find_catching(game, game.open, True)
        for card in leads:
            suited = [other for other in behind if other // 13 == card // 13]
            has_to_beat = bool(suited) and min(suited) > card and card // 13 > 0
            assert bool(action & layout.bit[card]) is has_to_beat
            if has_to_beat:
                caught += 1
                tried = game.copy()
                tried.apply(card)
                tried.apply(tried.legal().actions[0])
                assert leaves_trick(tried, True)
    assert caught
