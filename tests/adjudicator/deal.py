"""The deal from the seed, and the draws for the dealer.

docs/rules/sheets/README.md, "The deal is reproducible and verifiable".
"""

import hashlib
import struct
from collections.abc import Iterator, Sequence

from tests.adjudicator.cards import in_order, is_joker
from tests.adjudicator.variants import Sheet

DEAL = b"arena-deal-v1"
DRAW = b"arena-draw-v1"


def words(prefix: bytes, seed: bytes, number: int) -> Iterator[int]:
    """Yield the stream as u32 LE words. 16 KiB are far more than any deck needs."""
    stream = hashlib.shake_256(prefix + seed + struct.pack("<I", number)).digest(16384)
    for at in range(0, len(stream), 4):
        yield struct.unpack("<I", stream[at : at + 4])[0]


def shuffled(deck: Sequence[str], prefix: bytes, seed: bytes, number: int) -> list[str]:
    cards = list(deck)
    stream = words(prefix, seed, number)
    for i in range(len(cards) - 1, 0, -1):
        limit = 2**32 // (i + 1) * (i + 1)
        word = next(word for word in stream if word < limit)
        j = word % (i + 1)
        cards[i], cards[j] = cards[j], cards[i]
    return cards


def dealt(sheet: Sheet, dealer: int, deck: list[str]) -> tuple[list[list[str]], list[str], list[str]]:
    """Return the sorted hands by seat, the dummy and the kitty. The latter two in deck order."""
    hands: list[list[str]] = [[] for _ in range(sheet.seats)]
    for place in range(1, sheet.seats + 1):
        seat = sheet.left(dealer, place)
        size = sheet.dealer_hand if seat == dealer else sheet.hand
        hands[seat], deck = in_order(deck[:size], sheet.ranks), deck[size:]
    dummy, kitty = deck[: sheet.dummy], deck[sheet.dummy :]
    assert len(kitty) == sheet.kitty
    return hands, dummy, kitty


def drawn_dealer(sheet: Sheet, seed: bytes) -> int:
    """Return who draws the single highest card. Only those tied for it draw again."""
    drawing, number = list(range(sheet.seats)), 0
    while len(drawing) > 1:
        cards = shuffled(sheet.deck, DRAW, seed, number)[: len(drawing)]
        best = min(draw_place(card, sheet) for card in cards)
        drawing = [seat for seat, card in zip(drawing, cards, strict=True) if draw_place(card, sheet) == best]
        number += 1
    return drawing[0]


def draw_place(card: str, sheet: Sheet) -> int:
    """0 for an ace, larger for lower cards, jokers below all."""
    return len(sheet.ranks) if is_joker(card) else sheet.ranks.index(card[0])


def first_dealer(sheet: Sheet, choice: object, seed: bytes) -> int:
    """The dealer of hand 0. In spades a draw seats the highest in seat 0."""
    if choice != "draw":
        assert isinstance(choice, int)
        return choice
    return 0 if sheet.is_spades else drawn_dealer(sheet, seed)


def drawn_seating(sheet: Sheet, seed: bytes) -> list[int]:
    """Return spades players in the order of their seats. Groups of equals redraw, the highest group first."""
    number = 0

    def ordered(group: list[int]) -> list[int]:
        nonlocal number
        if len(group) == 1:
            return group
        cards = shuffled(sheet.deck, DRAW, seed, number)[: len(group)]
        number += 1
        places = [draw_place(card, sheet) for card in cards]
        order = []
        for wanted in sorted(set(places)):
            order += ordered([player for player, at in zip(group, places, strict=True) if at == wanted])
        return order

    return ordered(list(range(sheet.seats)))
