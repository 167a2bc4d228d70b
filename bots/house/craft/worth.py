"""The later worth of a kept card, by tables from played hands."""

from collections import Counter
from typing import Final

from bots.house.craft.fitted import SPADES, WORTHS
from bots.sdk import Card, View

RANKS: Final = {"A": 0, "T": 1, "K": 2}
NO_COUNTER: Final = 3
# The number of values of each part of a place, in the order of `_parts`; higher values count as the last one.
SPADES_SHAPE: Final = (1, 2, 1, 6, 5, 4, 2)
PINOCHLE_SHAPE: Final = (2, 2, 4, 4, 4, 4, 2)


def worths(view: View) -> dict[Card, float]:
    """Return the later worth of each card of the hand: tricks in spades, points of counters in pinochle."""
    table = WORTHS[view.variant]
    scale = 100 if view.variant in SPADES else 10
    return dict.fromkeys(view.hand, 0.0) | {card: table[place] / scale for card, place in places(view).items()}


def places(view: View) -> dict[Card, int]:
    """Return the place of each card of the hand in the variant's table; a joker has none."""
    shape = SPADES_SHAPE if view.variant in SPADES else PINOCHLE_SHAPE
    places_by_card = {}
    for card, parts in _parts(view).items():
        place = 0
        for part, size in zip(parts, shape, strict=True):
            place = place * size + min(part, size - 1)
        places_by_card[card] = place
    return places_by_card


def _parts(view: View) -> dict[Card, tuple[int, ...]]:
    """Return the parts of each card's place in the table.

    The first parts are the side and rank (pinochle), whether it is trump, and the higher cards that are out. Then come
    the others of its suit in the hand, and rounds of the suit that are out. The last one is whether trumps are out or,
    for a trump, whether a side suit is missing.
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
