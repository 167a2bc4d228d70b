"""The laying of melds, clockwise from the declarer."""

from arena.rules.hands.hand import MELDED, NO_ROYAL_MARRIAGE, OPEN
from arena.rules.hands.melding import best_meld, has_royal_marriage, meld_points
from arena.rules.hands.table import Table
from arena.rules.native import i64
from arena.rules.rules import require


def begin(table: Table) -> bool:
    """Lay each seat's best melds; end the hand if a required royal marriage is missing (pinochle.md §4-6)."""
    hand = table.hand
    if hand.outcome != OPEN:
        return True
    melds = require(table.rules.melds)
    hand.laid = 1 if melds.only_declarer_lays else len(table.seats)
    number: i64 = hand.declarer
    for place in range(hand.laid):
        seat = table.seats[number]
        best = best_meld(seat.cards, hand.trump, melds, table.layout)
        seat.melds = best.counts
        seat.shown = best.shown
        seat.melded = meld_points(best.counts, melds)
        hand.say(number, MELDED, place)
        number = table.left_of(number)
    if melds.needs_royal_marriage and not has_royal_marriage(table.seats[hand.declarer].melds):
        hand.outcome = NO_ROYAL_MARRIAGE
    return True


def sum_melds(table: Table, side: list[int]) -> int:
    return sum([int(table.seats[seat].melded) for seat in side])
