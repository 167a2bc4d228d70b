"""Cards as the sheets write them, and the variants' decks.

See docs/rules/sheets/README.md, "Words".
"""

from collections.abc import Iterable

SUITS = "SDCH"
SPADES_RANKS = "AKQJT98765432"
PINOCHLE_RANKS = "ATKQJ9"
COUNTERS = "ATK"


def is_joker(card: str) -> bool:
    return card[0] == "X"


def suit_of(card: str) -> str:
    """The suit's letter; a joker has none."""
    return "" if is_joker(card) else card[1]


def of_suit(cards: Iterable[str], suit: str) -> list[str]:
    return [card for card in cards if suit_of(card) == suit]


def beats(card: str, other: str, ranks: str) -> bool:
    """Whether *card* is the higher of two cards of one suit."""
    return ranks.index(card[0]) < ranks.index(other[0])


def in_order(cards: Iterable[str], ranks: str) -> list[str]:
    """Sorted by suit S D C H, high to low, jokers last."""
    return sorted(cards, key=lambda card: (9, int(card[1])) if is_joker(card) else place(card, ranks))


def place(card: str, ranks: str) -> tuple[int, int]:
    return SUITS.index(card[1]), ranks.index(card[0])


def canonical(ranks: str, copies: int, without: Iterable[str] = (), jokers: int = 0) -> list[str]:
    """Return the deck in canonical order.

    For suit in S D C H, for rank from highest to lowest, each copy; then the jokers.
    """
    deck = [rank + suit for suit in SUITS for rank in ranks for _ in range(copies)]
    return [card for card in deck if card not in without] + [f"X{number}" for number in range(1, jokers + 1)]


def counters(cards: Iterable[str]) -> int:
    return sum(card[0] in COUNTERS for card in cards)
