"""Compute the arena's answer for a seat that does not answer (docs/reference/protocol.md)."""

from arena.rules.hands.actions import LOOK, PASS, PLAY_ON, TAKE, Kind, pack_cards
from arena.rules.hands.layout import Layout
from arena.rules.hands.legal import Legal
from arena.rules.hands.table import Table
from arena.rules.native import i64


def fallback_of(table: Table, legal: Legal) -> int:
    """Return the fallback's action for the open decision, which is always legal."""
    kind = table.kind
    if kind == Kind.PLAY:
        return table.layout.lowest(table.open)
    if kind == Kind.BID:
        return 1
    if kind == Kind.AUCTION:
        return PASS if legal.may_pass else legal.least
    if kind == Kind.TRUMP:
        return longest_suit(table.layout, table.seats[table.to_act].cards, legal.actions)
    if kind == Kind.DISCARD or kind == Kind.GIVE:
        return lowest_cards(table.layout, table.seats[table.to_act].cards, table.hand.trump, legal.count)
    return TAKE if kind == Kind.WIDOW else PLAY_ON if kind == Kind.THROW_IN else LOOK


def longest_suit(layout: Layout, cards: i64, suits: list[int]) -> int:
    """Return the suit of *suits* of which the hand *cards* has most; of equals the first in the order S D C H."""
    best = suits[0]
    for suit in suits:
        if len(layout.sorted(cards & layout.suits[suit])) > len(layout.sorted(cards & layout.suits[best])):
            best = suit
    return best


def lowest_cards(layout: Layout, cards: i64, trump: int, count: int) -> int:
    """Return the action that lays *count* cards of a hand: the lowest non-trumps, then the lowest trumps."""
    laid: i64 = 0
    rest: i64 = cards
    for _ in range(count):
        plain: i64 = rest & ~layout.suits[trump] if trump >= 0 else rest
        bit: i64 = layout.bit[layout.lowest(plain if plain else rest)]
        laid += bit
        rest -= bit
    return pack_cards(layout.sorted(laid))
