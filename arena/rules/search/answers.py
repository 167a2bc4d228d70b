"""Answer the decisions before the play in playouts, by the rules of the bot `simple`, on sets of cards as bits.

Only the cards of the seat to act and public information are used, as for a player.
"""

from __future__ import annotations

from typing import Final

from arena.rules.cards import NO_SUIT
from arena.rules.games.game import Game
from arena.rules.hands.actions import (
    CONCEDE,
    LOOK,
    MOON,
    NIL,
    ONE_FOR_50,
    PASS,
    PLAY_ON,
    TAKE,
    THROW_IN,
    TWO_FOR_40,
    Kind,
    pack_cards,
)
from arena.rules.hands.layout import PLAIN, Layout
from arena.rules.hands.melding import ACE, NINE, SUITS, best_meld, meld_points
from arena.rules.hands.table import NOBODY
from arena.rules.native import i64
from arena.rules.phases import auction
from arena.rules.rules import Bidding, Sides, require
from arena.rules.search.estimates import best_trump, is_hopeless, likely_tricks, worth_of

WIDOW_BRINGS: Final = 5  # points by which the three cards of the widow improve a hand, with some luck
HOPE: Final = 3  # points that a declarer may lack, by its estimate, without conceding
LIKELY_MOON: Final = 14.5
# Points of melds that a card is worth as a gift to the declarer, as in `simple`.
FIRST_TRUMP: Final = 8
MORE_TRUMPS: Final = 4
GIVEN_ACE: Final = 3
UNKNOWN: Final = -1.0


class Limits:
    """The highest bid of each seat in a world, computed when it is first needed."""

    def __init__(self, seats: int) -> None:
        self.of: Final = [UNKNOWN] * seats

    def limit(self, game: Game, seat: i64) -> float:
        """Return the highest bid that a seat's cards are worth."""
        if self.of[seat] == UNKNOWN:
            self.of[seat] = worth_of(game, game.seats[seat].cards)
        return self.of[seat]

    def copy(self) -> Limits:
        other = Limits(len(self.of))
        for seat, limit in enumerate(self.of):
            other.of[seat] = limit
        return other


def answer_for(game: Game, limits: Limits) -> int:
    """Return the quick policy's action for the open decision, which is not a play."""
    kind: i64 = game.kind
    if kind == Kind.AUCTION:
        return bid_up_to(game, limits)
    if kind == Kind.BID:
        return bid_of(game, game.seats[game.to_act].cards)
    if kind == Kind.DISCARD:
        return choose_discards(game)
    if kind == Kind.TRUMP:
        return best_trump(game, game.seats[game.to_act].cards, PLAIN.listed(game.open))
    if kind == Kind.GIVE:
        return choose_gift(game)
    if kind == Kind.WIDOW:
        return TAKE if limits.limit(game, game.to_act) + WIDOW_BRINGS >= game.hand.bid else CONCEDE
    if kind == Kind.THROW_IN:
        return PLAY_ON if game.rules.sides is Sides.ALONE else THROW_IN
    return LOOK


def bid_of(game: Game, cards: i64) -> int:
    layout: Layout = game.layout
    if is_hopeless(layout, cards):
        return NIL
    likely = likely_tricks(layout, cards, len(game.seats))
    if likely > LIKELY_MOON and game.open & PLAIN.bit[MOON]:
        return MOON
    tricks = max(1, round(likely))
    if tricks == 1:
        return ONE_FOR_50
    if tricks == 2:
        return TWO_FOR_40
    return min(tricks, int(layout.total(cards)))


def bid_up_to(game: Game, limits: Limits) -> int:
    """Return a bid as high as needed to outbid the others, at most this hand's worth; else pass."""
    legal = auction.legal(game)
    seat: i64 = game.to_act
    own = limits.limit(game, seat)
    if legal.least > legal.most or (legal.may_pass and legal.least > own):
        return PASS
    if require(game.rules.auction).bidding is Bidding.SINGLE:
        return legal.least
    wanted = legal.least
    for other in range(len(game.seats)):
        if other != seat and not game.seats[other].passed:
            wanted = max(wanted, int(min(own, limits.limit(game, other))))
    wanted = min(wanted, legal.most)
    return wanted - (wanted - legal.least) % legal.step


def choose_discards(game: Game) -> int:
    """Return the action that discards cards without melds, or concedes a bid that is out of reach."""
    exchange = require(game.rules.exchange)
    cards: i64 = game.seats[game.to_act].cards
    if exchange.may_concede and worth_of(game, cards) + HOPE < game.hand.bid:
        return CONCEDE
    trump = game.hand.trump if game.hand.trump != NO_SUIT else best_trump(game, cards, SUITS)
    return pack_sorted(game, cheapest(game.layout, cards, costs_of(game, cards, trump), exchange.discards))


def choose_gift(game: Game) -> int:
    """Return the action that gives the partner cards: trumps and aces to the declarer, useless cards back."""
    giving = require(game.rules.giving)
    cards: i64 = game.seats[game.to_act].cards
    trump = game.hand.trump
    costs = costs_of(game, cards, trump) if game.to_act == game.hand.declarer else uses_of(game, cards, trump)
    return pack_sorted(game, cheapest(game.layout, cards, costs, giving.count))


def pack_sorted(game: Game, cards: i64) -> int:
    return pack_cards(game.layout.sorted(cards))


def costs_of(game: Game, cards: i64, trump: int) -> list[int]:
    """Return the cost of discarding each copy of *cards*, in the order of `Layout.sorted`.

    Trumps cost most, then cards of melds, then aces. Among the other cards, tens and kings cost least, then cards of
    short suits.
    """
    melds = require(game.rules.melds)
    layout: Layout = game.layout
    free: i64 = cards - best_meld(cards, trump, melds, layout).shown
    lengths = [int(layout.total(cards & suit)) for suit in layout.suits]
    costs: list[int] = []
    for code in layout.sorted(cards):
        suit = code // 13
        bit: i64 = layout.bit[code]
        cost = 10 * lengths[suit] + int(layout.strength[code])
        if free & layout.field[code]:
            free -= bit
        else:
            cost += 1000
        if suit == trump:
            cost += 2000
        if code % 13 == ACE:
            cost += 500
        if not layout.field[code] & layout.counters:
            cost += 200
        costs.append(cost)
    return costs


def uses_of(game: Game, cards: i64, trump: int) -> list[int]:
    """Return the cost of giving each copy of *cards* to the declarer, in the order of `Layout.sorted`.

    A partner gives the cheapest cards. One trump of each rank is cheapest, then more trumps, aces, and low cards. A
    card costs more if it would meld in the partner's own hand.
    """
    melds = require(game.rules.melds)
    layout: Layout = game.layout
    scale = 1 if game.rules.contract is None else game.rules.contract.counter
    best = best_meld(cards, trump, melds, layout)
    costs: list[int] = []
    last = NOBODY
    left: i64 = cards
    melded = 0
    for code in layout.sorted(cards):
        is_first = code != last
        if is_first:
            left = cards
            melded = meld_points(best.counts, melds)
        use = 0
        if code // 13 == trump and code % 13 != NINE:
            use = FIRST_TRUMP if is_first else MORE_TRUMPS
        elif code % 13 == ACE:
            use = GIVEN_ACE
        left -= layout.bit[code]
        loss = 0
        if layout.count(left, code) < layout.count(best.shown, code):
            after = meld_points(best_meld(left, trump, melds, layout).counts, melds)
            loss = melded - after
            melded = after
        costs.append(100 * (FIRST_TRUMP - use) + 100 * loss // scale + int(layout.strength[code]))
        last = code
    return costs


def cheapest(layout: Layout, cards: i64, costs: list[int], count: int) -> i64:
    """Return the *count* cheapest cards as a set; *costs*: for each copy in the order of `Layout.sorted`."""
    chosen: i64 = 0
    left = list(costs)
    copies = layout.sorted(cards)
    for _ in range(count):
        best = 0
        for place, cost in enumerate(left):
            if cost < left[best]:
                best = place
        chosen += layout.bit[copies[best]]
        left[best] = 1000000
    return chosen
