"""The highest melds are laid, the declarer's first and then to its left; then the declarer's is judged."""

from __future__ import annotations

from arena.rules.hand import MELDED, NO_ROYAL_MARRIAGE, OPEN, Hand
from arena.rules.melding import Laid, best_meld
from arena.rules.rules import LaidBy
from arena.rules.table import Table


def begin(table: Table) -> bool:
    """Lay the melds; where the declarer's needs a royal marriage and has none there is no play (pinochle.md §4-6)."""
    hand = table.hand
    if hand.outcome != OPEN:
        return True
    melds = table.rules.melds
    assert melds is not None
    laid: list[Laid] = []
    seat = hand.declarer
    for place in range(1 if melds.laid_by is LaidBy.DECLARER else len(table.seats)):
        laid.append(best_meld(table.seats[seat].cards, hand.trump, melds, table.layout))
        hand.say(seat, MELDED, place)
        seat = table.left_of(seat)
    hand.laid = laid
    if melds.needs_royal_marriage and not laid[0].has_royal_marriage():
        hand.outcome = NO_ROYAL_MARRIAGE
    return True


def melded(hand: Hand, side: list[int], seats: int) -> int:
    """The points of what these seats laid together, of so many *seats* at the table."""
    points = 0
    for seat in side:
        place = (seat - hand.declarer) % seats
        points += hand.laid[place].points if place < len(hand.laid) else 0
    return points
