import hashlib
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.rules import InvalidSeed, Rules, configure, new_game
from arena.rules.hands.draw import Draws, dealer_drawn, order_drawn
from arena.rules.hands.layout import layout_of
from arena.rules.rules import DRAW
from tests.rules.hands.test_shuffle import straightforward

SPADES = configure("spades-4", options={"first_dealer": DRAW})
PINOCHLE = configure("pinochle-cutthroat", options={"first_dealer": DRAW})


def strengths(rules: Rules, seed: bytes, number: int, count: int) -> list[int]:
    ranks = rules.deck.ranks
    layout = layout_of(rules.deck)
    cards = straightforward(layout.deck, b"arena-draw-v1", seed, number)
    return [-ranks.index("23456789TJQKA"[card % 13]) for card in cards[:count]]


def expected_dealer(seed: bytes) -> int:
    left, number = [0, 1, 2], 0
    while len(left) > 1:
        drawn = strengths(PINOCHLE, seed, number, len(left))
        number += 1
        left = [seat for seat, card in zip(left, drawn, strict=True) if card == max(drawn)]
    return left[0]


def expected_order(seed: bytes) -> list[int]:
    number = 0

    def order(group: list[int]) -> list[int]:
        nonlocal number
        if len(group) == 1:
            return group
        drawn = dict(zip(group, strengths(SPADES, seed, number, len(group)), strict=True))
        number += 1
        ordered: list[int] = []
        for card in sorted(set(drawn.values()), reverse=True):
            ordered += order([seat for seat in group if drawn[seat] == card])
        return ordered

    return order([0, 1, 2, 3])


@given(st.binary(min_size=32, max_size=32))
def test_the_single_highest_deals(seed: bytes) -> None:
    game = new_game(PINOCHLE, seed)
    assert game.hand.dealer == expected_dealer(seed)
    assert game.seating == [0, 1, 2]


@given(st.binary(min_size=32, max_size=32))
def test_the_draw_seats_the_players_of_spades(seed: bytes) -> None:
    game = new_game(SPADES, seed)
    assert game.seating == expected_order(seed)
    assert game.hand.dealer == 0
    assert game.to_act == 1


class Scripted(Draws):
    """Draws that come out as written, and who drew."""

    def __init__(self, draws: list[list[list[int]]]) -> None:
        super().__init__(bytes(32), layout_of(SPADES.deck))
        self.script = draws
        self.drew: list[list[int]] = []

    def groups(self, drawing: list[int]) -> list[list[int]]:
        self.drew.append(drawing)
        return self.script[len(self.drew) - 1]


def test_only_those_tied_at_the_top_redraw_for_the_deal() -> None:
    draws = Scripted([[[0, 2], [1]], [[0, 2]], [[2], [0]]])
    assert dealer_drawn(draws, [0, 1, 2]) == 2
    assert draws.drew == [[0, 1, 2], [0, 2], [0, 2]]


def test_each_group_of_equals_orders_itself_before_the_next() -> None:
    draws = Scripted([[[1, 3], [0, 2]], [[1, 3]], [[3], [1]], [[0], [2]]])
    assert order_drawn(draws, [0, 1, 2, 3]) == [3, 1, 0, 2]
    assert draws.drew == [[0, 1, 2, 3], [1, 3], [1, 3], [0, 2]]


def test_ties_are_met_with_real_seeds() -> None:
    rng = random.Random(5)
    seeds = [rng.randbytes(32) for _ in range(300)]
    tied = [seed for seed in seeds if len(set(strengths(SPADES, seed, 0, 4))) < 4]
    assert tied
    assert all(new_game(SPADES, seed).seating == expected_order(seed) for seed in tied)


def test_a_draw_takes_a_seed(spades: Rules) -> None:
    deck = layout_of(spades.deck).deck
    with pytest.raises(InvalidSeed, match="first_dealer"):
        new_game(SPADES, deals=[deck])
    assert new_game(SPADES, hashlib.sha256(b"x").digest(), deals=[deck]).hand.deck == bytes(deck)
