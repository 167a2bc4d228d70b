"""The deal (docs/rules/sheets/README.md, "The deal is reproducible and verifiable").

The shuffled deck is dealt in blocks: to the seats from the dealer's left, then to the dummy and the kitty.
"""

from arena.rules.errors import InvalidSeedError
from arena.rules.hands.hand import Hand
from arena.rules.hands.seat import Seat
from arena.rules.hands.shuffle import DEAL_PREFIX, shuffle_deck
from arena.rules.hands.table import Table
from arena.rules.native import i64
from arena.rules.rules import Rules


def deck_of(table: Table, number: int) -> bytes:
    """Return the shuffled deck of hand *number*. Raises `InvalidSeedError` without a seed or given deck."""
    if table.ahead and number == table.hand.number + 1:
        deck, table.ahead = table.ahead, b""
        return deck
    if number < len(table.deals):
        return table.deals[number]
    if table.seed is None:
        raise InvalidSeedError(f"{len(table.deals)} deals were given and no seed: hand {number} cannot be dealt")
    return shuffle_deck(table.layout.deck, DEAL_PREFIX, table.seed, number)


def block_start(rules: Rules, dealer: int, seat: int) -> int:
    """Return the index in the deck at which a seat's block of cards starts."""
    return rules.deal.hand * ((seat - dealer - 1) % rules.seats)


def hand_size(rules: Rules, dealer: int, seat: int) -> int:
    return rules.deal.hand - (1 if rules.deal.dealer_one_less and seat == dealer else 0)


def dealt_to(rules: Rules, hand: Hand, seat: int) -> list[int]:
    """Return the card codes dealt to a seat, in the order of the deck."""
    start = block_start(rules, hand.dealer, seat)
    return list(hand.deck[start : start + hand_size(rules, hand.dealer, seat)])


def count_dealt(rules: Rules) -> int:
    return rules.deal.hand * rules.seats - (1 if rules.deal.dealer_one_less else 0)


def kitty_of(rules: Rules, hand: Hand) -> list[int]:
    """Return the kitty's card codes in the order of the deck; [] without a kitty."""
    return list(hand.deck[count_dealt(rules) + rules.deal.dummy :])


def dummy_of(rules: Rules, hand: Hand) -> list[int]:
    """Return the dummy's card codes, in the order of tricks; [] without a dummy."""
    start = count_dealt(rules)
    return list(hand.deck[start : start + rules.deal.dummy])


def dummy_card(rules: Rules, hand: Hand, trick: int) -> int:
    """Return the dummy's card for a trick; *trick*: from 0."""
    return hand.deck[count_dealt(rules) + trick]


def begin(table: Table) -> bool:
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
