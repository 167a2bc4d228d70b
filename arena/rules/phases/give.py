"""The exchange of cards between partners, first from the declarer's partner (pinochle.md §2, §4)."""

from arena.rules.hands.actions import Kind, unpack_cards
from arena.rules.hands.hand import OPEN
from arena.rules.hands.legal import Legal, legal_cards
from arena.rules.hands.table import Table
from arena.rules.native import i64
from arena.rules.rules import require
from arena.rules.sides import partner_of


def begin(table: Table) -> bool:
    if table.hand.outcome != OPEN or not require(table.rules.giving).count:
        return True
    table.ask(partner_of(table.rules, table.hand.declarer), Kind.GIVE, 0)
    return False


def legal(table: Table) -> Legal:
    cards = table.layout.sorted(table.seats[table.to_act].cards)
    return legal_cards(Kind.GIVE, cards, require(table.rules.giving).count)


def apply(table: Table, action: i64) -> bool:
    giver: int = table.to_act
    receiver = partner_of(table.rules, giver)
    given: i64 = table.layout.hand(unpack_cards(action, require(table.rules.giving).count))
    table.seats[giver].cards -= given
    table.seats[giver].laid = given
    table.seats[receiver].cards += given
    table.hand.say(giver, Kind.GIVE, action)
    if giver == table.hand.declarer:
        return True
    table.ask(receiver, Kind.GIVE, 0)
    return False
