"""The deal: the shuffled deck in blocks, the dealer's left first, then dummy and kitty.

docs/rules/sheets/README.md, "The deal is reproducible and verifiable".
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from arena.rules.errors import InvalidSeed
from arena.rules.hands.hand import Hand
from arena.rules.hands.seat import Seat
from arena.rules.hands.shuffle import DEAL_PREFIX, shuffled
from arena.rules.hands.table import Table

if TYPE_CHECKING:
    from mypy_extensions import i64

    from arena.rules.rules import Rules


def deck_of(table: Table, number: int) -> bytes:
    """The shuffled deck of hand *number*."""
    if table.ahead and number == table.hand.number + 1:
        deck, table.ahead = table.ahead, b""
        return deck
    if number < len(table.deals):
        return table.deals[number]
    if table.seed is None:
        raise InvalidSeed(f"{len(table.deals)} deals were given and no seed: hand {number} cannot be dealt")
    return shuffled(table.layout.deck, DEAL_PREFIX, table.seed, number)


def block_start(rules: Rules, dealer: int, seat: int) -> int:
    """Where the block of a seat begins in the shuffled deck; the dealer's comes last."""
    return rules.deal.hand * ((seat - dealer - 1) % rules.seats)


def hand_size(rules: Rules, dealer: int, seat: int) -> int:
    """How many cards a seat is dealt."""
    return rules.deal.hand - (1 if rules.deal.dealer_one_less and seat == dealer else 0)


def dealt_to(rules: Rules, hand: Hand, seat: int) -> list[int]:
    """The cards dealt to a seat, in deck order."""
    start = block_start(rules, hand.dealer, seat)
    return list(hand.deck[start : start + hand_size(rules, hand.dealer, seat)])


def dealt_out(rules: Rules) -> int:
    """How many cards the hands have together."""
    return rules.deal.hand * rules.seats - (1 if rules.deal.dealer_one_less else 0)


def kitty_of(rules: Rules, hand: Hand) -> list[int]:
    """The cards of the kitty, in deck order; none where the variant has no kitty."""
    return list(hand.deck[dealt_out(rules) + rules.deal.dummy :])


def dummy_of(rules: Rules, hand: Hand) -> list[int]:
    """The cards of the dummy, its top card first; none where the variant has no dummy."""
    start = dealt_out(rules)
    return list(hand.deck[start : start + rules.deal.dummy])


def turned(rules: Rules, hand: Hand, trick: int) -> int:
    """The dummy's card that goes with trick *trick*, from 0."""
    return hand.deck[dealt_out(rules) + trick]


def begin(table: Table) -> bool:
    """Deal; nobody is asked."""
    hand = table.hand
    deck = hand.deck
    place: i64 = 0
    number: i64 = hand.dealer
    size: i64 = table.rules.deal.hand
    if table.rules.deal.dealer_one_less:
        hand.sits_out = number
    for _ in range(len(table.seats)):
        number = table.left_of(number)
        if number == hand.sits_out:
            size -= 1
        seat: Seat = table.seats[number]
        seat.cards = table.layout.dealt(deck[place : place + size])
        place += size
    table.broken = False
    return True
