"""The declarer's choice of trump."""

from arena.rules.hands.actions import Kind
from arena.rules.hands.hand import OPEN
from arena.rules.hands.layout import PLAIN
from arena.rules.hands.melding import SUITS, marriage_suits
from arena.rules.hands.table import Table
from arena.rules.native import i64


def begin(table: Table) -> bool:
    """Ask the declarer for trump; return True if the hand is over or has no declarer.

    Under `bidder_needs_marriage` the suit must be one of which it has king and queen, if possible (pinochle.md).
    """
    hand = table.hand
    if hand.outcome != OPEN:
        return True
    auction = table.rules.auction
    suits: list[int] = []
    if auction is not None and auction.bidder_needs_marriage:
        suits = marriage_suits(table.seats[hand.declarer].cards, table.layout)
    mask: i64 = 0
    for suit in suits or SUITS:
        mask |= PLAIN.bit[suit]
    table.ask(hand.declarer, Kind.TRUMP, mask)
    return False


def apply(table: Table, suit: i64) -> bool:
    table.hand.trump = suit
    table.hand.say(table.to_act, Kind.TRUMP, suit)
    return True
