"""What one more trick of spades costs a seat, or brings it, in points: for the quick card player."""

from typing import Final

from arena.rules.games.game import Game
from arena.rules.hands.actions import BLIND_NIL, BLIND_SIX, MOON, NIL, ONE_FOR_50, TWO_FOR_40
from arena.rules.hands.layout import LONE_BIT, Layout
from arena.rules.hands.seat import Seat
from arena.rules.native import i64
from arena.rules.rules import BagRule

TRICKS_OF_A_MOON: Final = 14
LOSS_OF_NIL: Final = 200  # from 100 won to 100 lost
LOSS_OF_BLIND_NIL: Final = 400
SETS: Final = 15.0  # a trick kept from the others, where all of them together need every trick
AT_EASE: Final = 0.4  # the part of the tricks that others need below which nobody is set
BAG: Final = 10.0  # what each bag costs where they are not carried on


def promised(bid: i64) -> i64:
    """Return the tricks that a bid of spades wants."""
    if bid < NIL:
        return bid
    if bid == BLIND_SIX:
        return 6
    if bid == ONE_FOR_50:
        return 1
    if bid == TWO_FOR_40:
        return 2
    return TRICKS_OF_A_MOON if bid == MOON else 0


def loss(seat: Seat) -> i64:
    """Return what one more trick costs a seat, bags apart: its nil or its exact bid; else 0."""
    bid: i64 = seat.bid
    tricks: i64 = seat.tricks
    if bid == NIL:
        return 0 if tricks else LOSS_OF_NIL
    if bid == BLIND_NIL:
        return 0 if tricks else LOSS_OF_BLIND_NIL
    if bid == ONE_FOR_50:
        return 40 if tricks == 1 else 0
    return 20 if bid == TWO_FOR_40 and tricks == 2 else 0


def wants(game: Game) -> bool:
    """Return whether the seat to act is better off with one more trick.

    It needs it, or it sets others by it: the more of the tricks left they need together, the likelier.
    """
    number: i64 = game.to_act
    seat: Seat = game.seats[number]
    left: i64 = game.layout.total(seat.cards)
    needs: i64 = promised(seat.bid) - seat.tricks
    if 0 < needs <= left:
        return True
    needed: i64 = 0
    for other in range(len(game.seats)):
        if other != number:
            needed += max(0, promised(game.seats[other].bid) - game.seats[other].tricks)
    share = float(needed) / float(left)
    gain = SETS * min(1.0, (share - AT_EASE) / (1.0 - AT_EASE))
    return gain > (0.0 if needs > 0 else float(loss(seat)) + bag_cost(game))


def bag_cost(game: Game) -> float:
    """Return what a trick beyond the bid costs at once."""
    bags = game.rules.bags
    return BAG if bags is not None and bags.rule is BagRule.EACH else 0.0


def spares(game: Game, eager: bool) -> bool:
    """Return whether the trick is left to who holds it, whose bid it breaks: a nil, or an exact bid if not *eager*."""
    if not game.suited or game.winner == game.to_act:
        return False
    cost: i64 = loss(game.seats[game.winner])
    if cost >= LOSS_OF_NIL:
        return loss(game.seats[game.to_act]) == 0 or not eager
    return cost > 0 and not eager


def catching(game: Game, choice: i64, eager: bool) -> i64:
    """Return those cards to lead that a seat must beat though it breaks its bid; if *eager*, only nils count."""
    layout: Layout = game.layout
    least: i64 = LOSS_OF_NIL if eager else 1
    for number in range(len(game.seats)):
        if number != game.to_act and loss(game.seats[number]) >= least:
            found: i64 = caught(layout, choice & ~game.trumps & ~layout.jokers, game.seats[number].cards)
            if found:
                return found
    return 0


def caught(layout: Layout, choice: i64, cards: i64) -> i64:
    """Return those of *choice* whose suit *cards* have, and only above them."""
    found: i64 = 0
    rest: i64 = choice
    while rest:
        bit: i64 = rest & -rest
        rest ^= bit
        code: i64 = layout.at[bit % LONE_BIT]
        follows: i64 = cards & layout.suits[code // 13]
        if follows and not follows & ~layout.above[code]:
            found |= bit
    return found
