"""Estimate the value of keeping a card for later tricks, by tables from played hands."""

from collections import Counter
from typing import Final

from bots.house.craft.fitted import SPADES, WORTHS
from bots.sdk import Card, View

RANKS: Final = {"A": 0, "T": 1, "K": 2}  # numbers of the counters' ranks
NO_COUNTER: Final = 3
# The sizes of a table's dimensions, in the order of `_parts`. A value beyond a dimension counts as its last one.
SPADES_SHAPE: Final = (1, 2, 1, 6, 5, 4, 2)
PINOCHLE_SHAPE: Final = (2, 2, 4, 4, 4, 4, 2)


def worths(view: View) -> dict[Card, float]:
    """Return the later value of each card in the hand: in tricks for spades, in counter points for pinochle."""
    table = WORTHS[view.variant]
    scale = 100 if view.variant in SPADES else 10
    return dict.fromkeys(view.hand, 0.0) | {card: table[place] / scale for card, place in places(view).items()}


def places(view: View) -> dict[Card, int]:
    """Return the index of each card of the hand in the variant's table; jokers are left out."""
    shape = SPADES_SHAPE if view.variant in SPADES else PINOCHLE_SHAPE
    places_by_card = {}
    for card, parts in _parts(view).items():
        place = 0
        for part, size in zip(parts, shape, strict=True):
            place = place * size + min(part, size - 1)
        places_by_card[card] = place
    return places_by_card


def _parts(view: View) -> dict[Card, tuple[int, ...]]:
    """Return the coordinates of each card in the variant's table, before they are limited to its size.

    They are: whether the seat defends (pinochle), whether the card is trump, its rank (pinochle), and the number of
    higher cards still out. Then come the number of other cards of the suit in the hand, and the rounds of the suit
    still out. The last one is whether trumps are still out; for a trump, whether the hand lacks a side suit.
    """
    trump = view.trump or "S"
    hand = view.hand
    lengths = Counter(card.suit for card in hand)
    out = [card for card in view.unseen.elements() if card.suit]
    total = Counter(card.suit for card in out)
    is_short = any(not lengths[suit] for suit in "SDCH" if suit != trump)
    is_pinochle = view.variant not in SPADES
    defends = int(is_pinochle and view.declarer not in (view.seat, view.partner))
    return {
        card: (
            defends,
            int(card.suit == trump),
            RANKS.get(card.rank, NO_COUNTER) if is_pinochle else 0,
            sum(other.suit == card.suit and other.strength > card.strength for other in out),
            lengths[card.suit] - 1,
            -(-total[card.suit] // (view.seats - 1)),
            int(is_short if card.suit == trump else total[trump] > 0),
        )
        for card in dict.fromkeys(hand)
        if card.suit
    }
