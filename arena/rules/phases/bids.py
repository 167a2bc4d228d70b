"""The bids of cutthroat spades: one round, in which a seat may bid blind (spades.md, Bidding)."""

from typing import Final

from arena.rules.hands.actions import BLIND_NIL, BLIND_SIX, LOOK, MOON, NIL, ONE_FOR_50, TWO_FOR_40, Kind
from arena.rules.hands.layout import PLAIN
from arena.rules.hands.seat import Seat
from arena.rules.hands.table import Table
from arena.rules.native import i64
from arena.rules.phases.deal import hand_size
from arena.rules.rules import Bids, require

SPECIAL: Final[i64] = PLAIN.bit[NIL] | PLAIN.bit[ONE_FOR_50] | PLAIN.bit[TWO_FOR_40]
MOON_TRICKS: Final = 14


def begin(table: Table) -> bool:
    """Find the seats that may bid blind by their scores, then ask the seat left of the dealer."""
    bids = require(table.rules.bids)
    table.hand.blind = 0
    if bids.blind_nil_allowed or bids.blind_six_limit != 0:
        for number in range(len(table.seats)):
            if blind_bids(table, number):
                table.hand.blind |= PLAIN.bit[number]
    ask(table, table.left_of(table.hand.dealer))
    return False


def ask(table: Table, seat: i64) -> None:
    if table.hand.blind & PLAIN.bit[seat]:
        table.ask(seat, Kind.BLIND, blind_bids(table, seat) | PLAIN.bit[LOOK])
    else:
        table.ask(seat, Kind.BID, bids_of(table, seat))


def blind_bids(table: Table, number: i64) -> i64:
    """Return the blind bids that seat *number* may make, as a set of `PLAIN` (spades.md, Bidding 1)."""
    bids = require(table.rules.bids)
    mask: i64 = PLAIN.bit[BLIND_NIL] if bids.blind_nil_allowed else 0
    if may_bid_blind_six(bids, table.seats, table.seats[number]):
        mask |= PLAIN.bit[BLIND_SIX]
    return mask


def may_bid_blind_six(bids: Bids, seats: list[Seat], seat: Seat) -> bool:
    limit = bids.blind_six_limit
    if limit is not None and seat.blind_sixes >= limit:
        return False
    best: i64 = seat.score
    for other in seats:
        if other.score > best:
            best = other.score
    return best - seat.score >= bids.blind_six_deficit


def bids_of(table: Table, seat: i64) -> i64:
    """Return the set of bids of a seat that has seen its cards: 1 to their number, and special bids."""
    size: i64 = hand_size(table.rules, table.hand.dealer, seat)
    special: i64 = SPECIAL | PLAIN.bit[MOON] if size >= MOON_TRICKS else SPECIAL
    return (PLAIN.bit[size + 1] - PLAIN.bit[1]) | special


def apply(table: Table, action: i64) -> bool:
    seat = table.to_act
    table.hand.say(seat, table.kind, action)
    if table.kind == Kind.BLIND and action == LOOK:
        table.ask(seat, Kind.BID, bids_of(table, seat))
        return False
    table.seats[seat].bid = action
    if action == BLIND_SIX:
        table.seats[seat].blind_sixes += 1
    if seat == table.hand.dealer:
        return True
    ask(table, table.left_of(seat))
    return False
