import random

import pytest

from arena.rules import VARIANTS, Rules
from arena.rules.hands.layout import Layout, layout_of
from arena.rules.rules import Deck
from tests.rules.playing import codes

JOKERS = 4  # what 13 cards a suit make of a joker's code
DECKS = [*(rules.deck for rules in VARIANTS.values()), Deck("ATKQJ", copies=4)]


@pytest.mark.parametrize("deck", DECKS, ids=str)
def test_a_hand_is_the_sum_of_its_cards(deck: Deck) -> None:
    layout = Layout(deck)
    rng = random.Random(3)
    for _ in range(200):
        cards = rng.sample(layout.deck, rng.randint(0, len(layout.deck)))
        hand = layout.hand(cards)
        assert layout.sorted(hand) == sorted(cards, key=layout.deck.index)
        assert layout.listed(layout.once(hand)) == sorted(set(cards), key=layout.kinds.index)
        assert all(layout.count(hand, card) == cards.count(card) for card in layout.kinds)


@pytest.mark.parametrize("deck", DECKS, ids=str)
def test_higher_cards_of_the_suit(deck: Deck) -> None:
    layout = Layout(deck)
    assert layout.hand(layout.deck) < 2**62
    for card in layout.kinds:
        place = layout.deck.index(card)
        higher = [other for other in layout.deck[:place] if other // 13 == card // 13 < JOKERS and other != card]
        assert layout.listed(layout.once(layout.above[card])) == sorted(set(higher), key=layout.kinds.index)


def test_lowest_is_by_rank_then_by_suit(spades: Rules, pinochle: Rules) -> None:
    single, double = layout_of(spades.deck), layout_of(pinochle.deck)
    assert single.lowest(single.hand(codes("3H 3C AS"))) == codes("3C")[0]
    assert double.lowest(double.hand(codes("KH TC TD"))) == codes("KH")[0]
