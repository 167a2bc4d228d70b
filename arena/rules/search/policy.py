"""Choose cards quickly in playouts: with all hands known, by usual rules of thumb."""

from typing import Final

from arena.rules.games.game import Game
from arena.rules.games.rollout import Chance
from arena.rules.hands.actions import BLIND_NIL, BLIND_SIX, MOON, NIL, ONE_FOR_50, TWO_FOR_40
from arena.rules.hands.layout import LONE_BIT, Layout
from arena.rules.hands.seat import Seat
from arena.rules.hands.table import NOBODY
from arena.rules.native import i64
from arena.rules.phases.bids import MOON_TRICKS
from arena.rules.rules import BagRule, Sides

SURPRISE: Final = 12  # one in so many cards is chosen at random, so that playouts of a world differ
ALONE: Final = Sides.ALONE
LOSS_OF_NIL: Final = 200  # from 100 won to 100 lost
LOSS_OF_BLIND_NIL: Final = 400
SETS: Final = 15.0  # points that taking a trick from the others is worth, if they need every trick
AT_EASE: Final = 0.4  # if the others need a smaller part of the remaining tricks, no seat tries to set them
BAG: Final = 10.0  # points that each bag costs if bags do not accumulate


def card_for(game: Game, chance: Chance) -> i64:
    """Return the card that the seat to act plays, as one bit of the set `game.open`."""
    choice: i64 = game.open
    if not choice & (choice - 1):
        return choice
    if chance.below(SURPRISE) == 0:
        return chance.one_of(choice)
    winners = winning(game, choice)
    if game.rules.bids is not None:
        return for_a_bid(game, choice, winners)
    return for_counters(game, choice, winners)


def winning(game: Game, choice: i64) -> i64:
    suited: i64 = game.suited
    if not suited:
        return choice
    if game.trumped:
        return choice & game.over
    winners: i64 = choice & suited & game.over
    if suited != game.trumps:
        winners |= choice & game.trumps
    return winners


def is_last(game: Game) -> bool:
    return game.after[game.to_act] == game.leader


def for_a_bid(game: Game, choice: i64, winners: i64) -> i64:
    """Return a card for a game of bids: win wanted tricks cheaply, lose others with high cards, break bids."""
    layout: Layout = game.layout
    eager = wants_trick(game)
    losers: i64 = choice & ~winners
    if losers and leaves_trick(game, eager):
        return lowest(layout, losers, game.trumps) if eager else highest(layout, losers, game.trumps)
    if not game.suited:
        breaking: i64 = find_catching(game, choice, eager)
        if breaking:
            return lowest(layout, breaking, game.trumps)
    if eager:
        if winners:
            if is_last(game):
                return lowest(layout, winners, game.trumps)
            sure: i64 = masters(game, winners)
            if sure:
                return lowest(layout, sure, game.trumps)
            if game.suited and winners & game.trumps:
                return lowest(layout, winners, game.trumps)
        return lowest(layout, losers if losers else choice, game.trumps)
    if not game.suited:
        return lowest(layout, choice, game.trumps)
    if losers:
        return highest(layout, losers, game.trumps)
    return highest(layout, winners, game.trumps) if is_last(game) else lowest(layout, winners, game.trumps)


def for_counters(game: Game, choice: i64, winners: i64) -> i64:
    """Return a card for a game of counters: win sure tricks, add counters to own tricks, else lose little."""
    layout: Layout = game.layout
    if not game.suited:
        return led_for_counters(game, choice)
    losers: i64 = choice & ~winners
    if losers and is_ours(game, game.winner) and (is_last(game) or is_best_safe(game)):
        counters: i64 = losers & layout.counters
        return lowest(layout, counters if counters else losers, game.trumps)
    if winners:
        if is_last(game) or not losers:
            return lowest(layout, winners, game.trumps)
        sure: i64 = masters(game, winners)
        if sure:
            return lowest(layout, sure, game.trumps)
    if not losers:
        losers = choice
    worthless: i64 = losers & ~layout.counters
    return lowest(layout, worthless if worthless else losers, game.trumps)


def led_for_counters(game: Game, choice: i64) -> i64:
    """Return a card to lead: a trump to draw trumps, else a sure winner, else a worthless card."""
    layout: Layout = game.layout
    sure: i64 = masters(game, choice)
    against: i64 = 0
    for number in range(len(game.seats)):
        if not is_ours(game, number):
            against |= game.seats[number].cards
    if sure & game.trumps and against & game.trumps and is_ours(game, game.hand.declarer):
        return highest(layout, sure & game.trumps, game.trumps)
    safe: i64 = sure & ~game.trumps
    if not safe:
        safe = sure
    if safe:
        return lowest(layout, safe, game.trumps)
    worthless: i64 = choice & ~layout.counters
    return lowest(layout, worthless if worthless else choice, game.trumps)


def is_ours(game: Game, seat: i64) -> bool:
    """Return whether *seat* is on the side of the seat to act: itself, its partner, or another defender."""
    if seat == game.to_act:
        return True
    if game.rules.sides is not ALONE:
        return (seat - game.to_act) % 2 == 0
    declarer: i64 = game.hand.declarer
    return declarer != NOBODY and seat != declarer and game.to_act != declarer


def is_best_safe(game: Game) -> bool:
    """Return whether no later seat of the trick can beat its best card in that card's suit."""
    rest: i64 = 0
    seat: i64 = game.after[game.to_act]
    while seat != game.leader:
        rest |= game.seats[seat].cards
        seat = game.after[seat]
    return not rest & game.over


def masters(game: Game, cards: i64) -> i64:
    """Return the set of those *cards* that no other hand can beat in their suit."""
    layout: Layout = game.layout
    others: i64 = 0
    for number in range(len(game.seats)):
        if number != game.to_act:
            others |= game.seats[number].cards
    chosen: i64 = 0
    rest: i64 = cards
    while rest:
        bit: i64 = rest & -rest
        rest ^= bit
        code: i64 = layout.at[bit % LONE_BIT]
        if not others & layout.above[code]:
            chosen |= bit
    return chosen


def lowest(layout: Layout, cards: i64, trumps: i64) -> i64:
    return first_by_strength(layout, cards, trumps, 1)


def highest(layout: Layout, cards: i64, trumps: i64) -> i64:
    return first_by_strength(layout, cards, trumps, -1)


def first_by_strength(layout: Layout, cards: i64, trumps: i64, sign: i64) -> i64:
    """Return the lowest card for *sign* 1, the highest for -1, as a bit; trumps are above all other cards."""
    chosen: i64 = 0
    least: i64 = 1000
    rest: i64 = cards
    while rest:
        bit: i64 = rest & -rest
        rest ^= bit
        code: i64 = layout.at[bit % LONE_BIT]
        strength: i64 = layout.strength[code]
        if bit & trumps:
            strength += 100
        if sign * strength < least:
            least = sign * strength
            chosen = bit
    return chosen


def wanted_tricks(bid: i64) -> i64:
    if bid < NIL:
        return bid
    if bid == BLIND_SIX:
        return 6
    if bid == ONE_FOR_50:
        return 1
    if bid == TWO_FOR_40:
        return 2
    return MOON_TRICKS if bid == MOON else 0


def trick_cost(seat: Seat) -> i64:
    """Return the points that one more trick costs a seat because it breaks its nil or exact bid; else 0."""
    bid: i64 = seat.bid
    tricks: i64 = seat.tricks
    if bid == NIL:
        return 0 if tricks else LOSS_OF_NIL
    if bid == BLIND_NIL:
        return 0 if tricks else LOSS_OF_BLIND_NIL
    if bid == ONE_FOR_50:
        return 40 if tricks == 1 else 0
    return 20 if bid == TWO_FOR_40 and tricks == 2 else 0


def wants_trick(game: Game) -> bool:
    """Return whether one more trick is good for the seat to act.

    It is good if the seat needs it for its bid, or if it may make the bids of others fail. Their bids are likelier to
    fail the more of the remaining tricks the others need.
    """
    number: i64 = game.to_act
    seat: Seat = game.seats[number]
    left: i64 = game.layout.total(seat.cards)
    needs: i64 = wanted_tricks(seat.bid) - seat.tricks
    if 0 < needs <= left:
        return True
    needed: i64 = 0
    for other in range(len(game.seats)):
        if other != number:
            needed += max(0, wanted_tricks(game.seats[other].bid) - game.seats[other].tricks)
    share = float(needed) / float(left)
    gain = SETS * min(1.0, (share - AT_EASE) / (1.0 - AT_EASE))
    bags = game.rules.bags
    bag = BAG if bags is not None and bags.rule is BagRule.EACH else 0.0
    return gain > (0.0 if needs > 0 else float(trick_cost(seat)) + bag)


def leaves_trick(game: Game, eager: bool) -> bool:
    """Return whether to leave the trick to its winner, whose bid it breaks: a nil, or if not *eager* an exact bid."""
    if not game.suited or game.winner == game.to_act:
        return False
    cost: i64 = trick_cost(game.seats[game.winner])
    if cost >= LOSS_OF_NIL:
        return trick_cost(game.seats[game.to_act]) == 0 or not eager
    return cost > 0 and not eager


def find_catching(game: Game, choice: i64, eager: bool) -> i64:
    """Return the set of cards to lead that make a seat break its bid by winning; if *eager*, only a nil."""
    layout: Layout = game.layout
    least: i64 = LOSS_OF_NIL if eager else 1
    for number in range(len(game.seats)):
        if number != game.to_act and trick_cost(game.seats[number]) >= least:
            chosen: i64 = find_caught(layout, choice & ~game.trumps & ~layout.jokers, game.seats[number].cards)
            if chosen:
                return chosen
    return 0


def find_caught(layout: Layout, choice: i64, cards: i64) -> i64:
    """Return the set of those *choice* cards of whose suit the hand *cards* has only higher cards."""
    chosen: i64 = 0
    rest: i64 = choice
    while rest:
        bit: i64 = rest & -rest
        rest ^= bit
        code: i64 = layout.at[bit % LONE_BIT]
        follows: i64 = cards & layout.suits[code // 13]
        if follows and not follows & ~layout.above[code]:
            chosen |= bit
    return chosen
