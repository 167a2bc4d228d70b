"""The auction: clockwise, and each bid is higher than the last (pinochle.md, "Auction, common")."""

from arena.rules.hands.actions import PASS, Kind
from arena.rules.hands.hand import KITTY_TURNED, PASSED_OUT
from arena.rules.hands.legal import Legal, legal_bids
from arena.rules.hands.melding import marriage_suits
from arena.rules.hands.table import NOBODY, Table
from arena.rules.native import i64
from arena.rules.phases.deal import kitty_of
from arena.rules.rules import Auction, Bidding, Opening, require


def begin(table: Table) -> bool:
    table.ask(table.left_of(table.hand.dealer), Kind.AUCTION, 0)
    return False


def legal(table: Table) -> Legal:
    """Return the legal bids. A seat that can only pass is asked too."""
    auction = require(table.rules.auction)
    high = table.hand.bid
    least = high + least_raise(auction, high) if high > 0 else auction.min_bid
    must = must_open(table, auction, table.to_act)
    cards: i64 = table.seats[table.to_act].cards
    if auction.bidder_needs_marriage and not must and not marriage_suits(cards, table.layout):
        return legal_bids(least, auction.step, least - auction.step, True)
    return legal_bids(least, auction.step, auction.max_bid, not must)


def least_raise(auction: Auction, high: int) -> int:
    big = auction.big_raise_from is not None and high >= auction.big_raise_from
    return auction.big_raise if big else auction.step


def must_open(table: Table, auction: Auction, seat: i64) -> bool:
    """Return whether the rule `opening` forbids *seat* to pass."""
    if table.hand.bid > 0:
        return False
    if auction.opening is Opening.LEFT_MUST:
        return seat == table.left_of(table.hand.dealer)
    return auction.opening is Opening.DEALER_MUST and in_auction(table) == 1


def in_auction(table: Table) -> int:
    return sum([0 if seat.passed else 1 for seat in table.seats])


def apply(table: Table, action: i64) -> bool:
    hand = table.hand
    seat: i64 = table.to_act
    hand.say(seat, Kind.AUCTION, action)
    if action == PASS:
        table.seats[seat].passed = True
    else:
        table.seats[seat].bid = action
        hand.bid = action
        hand.declarer = seat
    if settle(table):
        return True
    turn_up(table)
    following: i64 = table.left_of(seat)
    while table.seats[following].passed:
        following = table.left_of(following)
    table.ask(following, Kind.AUCTION, 0)
    return False


def settle(table: Table) -> bool:
    """Return whether the auction is over; if so, set the hand's outcome or its declarer."""
    auction = require(table.rules.auction)
    hand = table.hand
    left: int = in_auction(table)
    if left == 0:
        hand.outcome = PASSED_OUT
        return True
    if hand.declarer == NOBODY:
        if left == 1 and auction.opening is Opening.DEALER_TAKES_IT:
            hand.declarer = hand.dealer  # the last bidder of the first round
            hand.bid = auction.min_bid
            return True
        return False
    return left == 1 or (auction.bidding is Bidding.SINGLE and hand.sayings == len(table.seats))


def turn_up(table: Table) -> None:
    """Turn up a card of the kitty after each full round of bids, if the bidding is `REVEAL` (pinochle.md §3)."""
    if require(table.rules.auction).bidding is not Bidding.REVEAL or in_auction(table) < len(table.seats):
        return
    bids = len([kind for _, kind, _ in table.hand.entries() if kind == Kind.AUCTION])
    rounds = bids // len(table.seats)
    if bids == rounds * len(table.seats) and rounds <= table.rules.deal.kitty:
        table.hand.kitty += table.layout.bit[kitty_of(table.rules, table.hand)[rounds - 1]]
        table.hand.say(table.to_act, KITTY_TURNED, rounds - 1)
