"""The declarer's taking of the kitty (pinochle.md §1, §3, §6)."""

from arena.rules.hands.hand import KITTY_TAKEN, OPEN
from arena.rules.hands.table import Table
from arena.rules.phases.deal import kitty_of


def begin(table: Table) -> bool:
    hand = table.hand
    if hand.outcome == OPEN:
        hand.kitty = table.layout.hand(kitty_of(table.rules, hand))
        table.seats[hand.declarer].cards += hand.kitty
        hand.say(hand.declarer, KITTY_TAKEN, 0)
    return True
