"""The declarer's discards, or its concession (pinochle.md §1; §3, "bury"; §6)."""

from arena.rules.hands.actions import CONCEDE, Kind, unpack_cards
from arena.rules.hands.hand import OPEN, SINGLE_SET
from arena.rules.hands.legal import Legal, legal_cards
from arena.rules.hands.table import Table
from arena.rules.native import i64
from arena.rules.rules import require


def begin(table: Table) -> bool:
    if table.hand.outcome != OPEN:
        return True
    table.ask(table.hand.declarer, Kind.DISCARD, 0)
    return False


def legal(table: Table) -> Legal:
    exchange = require(table.rules.exchange)
    cards = table.layout.sorted(table.seats[table.to_act].cards)
    return legal_cards(Kind.DISCARD, cards, exchange.discards, exchange.may_concede)


def apply(table: Table, action: i64) -> bool:
    """Move the discards to the declarer's tricks, where they count if the hand is played."""
    table.hand.say(table.to_act, Kind.DISCARD, action)
    if action == CONCEDE:
        table.hand.outcome = SINGLE_SET
        return True
    seat = table.seats[table.to_act]
    laid: i64 = table.layout.hand(unpack_cards(action, require(table.rules.exchange).discards))
    seat.cards -= laid
    seat.laid = laid
    seat.taken += laid
    return True
