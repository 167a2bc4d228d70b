"""Partners exchange cards unseen, the declarer's partner first (pinochle.md §2, §4)."""

from arena.rules.hands.actions import Kind, unpack_cards
from arena.rules.hands.hand import OPEN
from arena.rules.hands.legal import Legal, legal_cards
from arena.rules.hands.table import Table
from arena.rules.native import i64
from arena.rules.sides import partner_of


def count_of(table: Table) -> int:
    """Return how many cards are given each way."""
    giving = table.rules.giving
    assert giving is not None
    return giving.count


def begin(table: Table) -> bool:
    """Ask the partner; True without a declarer or cards to give."""
    if table.hand.outcome != OPEN or not count_of(table):
        return True
    table.ask(partner_of(table.rules, table.hand.declarer), Kind.GIVE, 0)
    return False


def legal(table: Table) -> Legal:
    """Return the cards held, any of which may be given."""
    return legal_cards(Kind.GIVE, table.layout.sorted(table.seats[table.to_act].cards), count_of(table))


def apply(table: Table, action: i64) -> bool:
    """Move the cards across; True once the declarer has given back."""
    giver: int = table.to_act
    receiver = partner_of(table.rules, giver)
    given: i64 = table.layout.hand(unpack_cards(action, count_of(table)))
    table.seats[giver].cards -= given
    table.seats[giver].laid = given
    table.seats[receiver].cards += given
    table.hand.say(giver, Kind.GIVE, action)
    if giver == table.hand.declarer:
        return True
    table.ask(receiver, Kind.GIVE, 0)
    return False
