"""The score of a hand of cutthroat spades (spades.md, Scoring a hand)."""

from typing import Final

from arena.rules.cards import CARD_CODES
from arena.rules.hands.actions import BLIND_NIL, BLIND_SIX, MOON, NIL, ONE_FOR_50, TWO_FOR_40
from arena.rules.hands.hand import SCORED
from arena.rules.hands.layout import Layout
from arena.rules.hands.seat import Seat
from arena.rules.hands.table import Table
from arena.rules.native import i64
from arena.rules.phases.bids import MOON_TRICKS
from arena.rules.rules import Awards, BagRule, Bags, require

EACH: Final = BagRule.EACH
BAG_COST: Final = 10
JH: Final[int] = CARD_CODES["JH"]
ALL_JACKS: Final = 3
# Tricks that each special bid promises. A moon cannot have bags, so its number is above any number of tricks.
PROMISED: Final = {NIL: 0, BLIND_NIL: 0, BLIND_SIX: 6, ONE_FOR_50: 1, TWO_FOR_40: 2, MOON: 100}


def begin(table: Table) -> bool:
    bags, awards = require(table.rules.bags), require(table.rules.awards)
    for seat in table.seats:
        before: i64 = seat.score
        score_seat(seat, bags, awards, table.layout)
        seat.points = seat.tricks
        seat.delta = seat.score - before
    table.hand.outcome = SCORED
    return True


def score_seat(seat: Seat, bags: Bags, awards: Awards, layout: Layout) -> None:
    """Add the points of the bid and of award jacks to a seat's score, and subtract for bags."""
    jacks = jacks_awarded(seat.taken, awards, layout)
    hearts: i64 = 1 if JH in jacks else 0
    seat.score += bid_points(seat.bid, seat.tricks) + awards.points * (len(jacks) - hearts)
    extra: i64 = bags_over(seat.bid, seat.tricks)
    if bags.rule is EACH:
        seat.score -= BAG_COST * max(extra - hearts, 0)
        return
    seat.bags = max(seat.bags + extra - hearts, 0)
    if seat.bags >= bags.limit:
        seat.score -= BAG_COST * seat.bags
        seat.bags = 0


def bid_points(bid: i64, tricks: i64) -> i64:
    """Return the points of a bid when its seat has won *tricks* (spades.md, the table of bids)."""
    if bid < NIL:
        return 10 * bid if tricks >= bid else -10 * bid
    if bid == NIL:
        return 100 if tricks == 0 else -100
    if bid == BLIND_NIL:
        return 200 if tricks == 0 else -200
    if bid == BLIND_SIX:
        return 100 if tricks >= 6 else -100
    if bid == ONE_FOR_50:
        return -50 if tricks < 1 else 50 if tricks == 1 else 10
    if bid == TWO_FOR_40:
        return -40 if tricks < 2 else 40 if tricks == 2 else 20
    return 150 if tricks >= MOON_TRICKS else -150


def bags_over(bid: i64, tricks: i64) -> i64:
    promised: i64 = bid if bid < NIL else PROMISED[bid]
    return tricks - promised if tricks > promised else 0


def jacks_awarded(taken: i64, awards: Awards, layout: Layout) -> list[int]:
    """Return the captured award jacks that count, as card codes (spades.md, Award jacks)."""
    jacks: list[int] = []
    for jack in awards.jacks:
        if taken & layout.field[jack]:
            jacks.append(jack)
    return jacks if len(jacks) == 1 or len(jacks) == ALL_JACKS else []
