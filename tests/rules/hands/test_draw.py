import hashlib

import pytest

from arena.rules import InvalidSeedError, Rules, configure, new_game
from arena.rules.hands.draw import Draws, draw_dealer, draw_order
from arena.rules.hands.layout import layout_of
from arena.rules.rules import DRAW

SPADES = configure("spades-4", options={"first_dealer": DRAW})


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
    assert draw_dealer(draws, [0, 1, 2]) == 2
    assert draws.drew == [[0, 1, 2], [0, 2], [0, 2]]


def test_each_group_of_equals_orders_itself_before_the_next() -> None:
    draws = Scripted([[[1, 3], [0, 2]], [[1, 3]], [[3], [1]], [[0], [2]]])
    assert draw_order(draws, [0, 1, 2, 3]) == [3, 1, 0, 2]
    assert draws.drew == [[0, 1, 2, 3], [1, 3], [1, 3], [0, 2]]


def test_a_draw_takes_a_seed(spades: Rules) -> None:
    deck = layout_of(spades.deck).deck
    with pytest.raises(InvalidSeedError, match="first_dealer"):
        new_game(SPADES, deals=[deck])
    assert new_game(SPADES, hashlib.sha256(b"x").digest(), deals=[deck]).hand.deck == bytes(deck)
