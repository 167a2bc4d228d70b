"""A quick card player for playouts: it sees all hands, and follows the rules of thumb of the card table."""

from typing import Final

from arena.rules.games.game import Game
from arena.rules.games.rollout import Chance
from arena.rules.hands.layout import LONE_BIT, Layout
from arena.rules.hands.table import NOBODY
from arena.rules.native import i64
from arena.rules.rules import Sides
from arena.rules.search.stakes import catching, spares, wants

SURPRISE: Final = 12  # one card of so many is any legal one, so that playouts of one world differ
ALONE: Final = Sides.ALONE


def card_for(game: Game, chance: Chance) -> i64:
    """Return the card, one bit of the legal ones, that the seat to act plays."""
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
    """Return the legal cards that would be the best of the trick so far."""
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
    """Whether the seat to act ends the trick."""
    return game.after[game.to_act] == game.leader


def for_a_bid(game: Game, choice: i64, winners: i64) -> i64:
    """Win wanted tricks as cheaply as they are sure, lose others with the highest cards that lose, and break bids."""
    layout: Layout = game.layout
    eager = wants(game)
    losers: i64 = choice & ~winners
    if losers and spares(game, eager):
        return lowest(layout, losers, game.trumps) if eager else highest(layout, losers, game.trumps)
    if not game.suited:
        breaking: i64 = catching(game, choice, eager)
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
    """Take counters to the own side: win what is sure, add counters to its tricks, else lose the least."""
    layout: Layout = game.layout
    if not game.suited:
        return led_for_counters(game, choice)
    losers: i64 = choice & ~winners
    if losers and is_ours(game, game.winner) and (is_last(game) or holds(game)):
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
    """Draw trumps with the declarer's side, else lead a master that no trump takes, else what counts least."""
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
    """Whether that seat plays with the one to act: itself, its partner, or another defender."""
    if seat == game.to_act:
        return True
    if game.rules.sides is not ALONE:
        return (seat - game.to_act) % 2 == 0
    declarer: i64 = game.hand.declarer
    return declarer != NOBODY and seat != declarer and game.to_act != declarer


def holds(game: Game) -> bool:
    """Whether no seat that is still to play has a card that beats the best so far in its own suit."""
    rest: i64 = 0
    seat: i64 = game.after[game.to_act]
    while seat != game.leader:
        rest |= game.seats[seat].cards
        seat = game.after[seat]
    return not rest & game.over


def masters(game: Game, cards: i64) -> i64:
    """Return those cards that no card of another hand beats in its own suit."""
    layout: Layout = game.layout
    others: i64 = 0
    for number in range(len(game.seats)):
        if number != game.to_act:
            others |= game.seats[number].cards
    found: i64 = 0
    rest: i64 = cards
    while rest:
        bit: i64 = rest & -rest
        rest ^= bit
        code: i64 = layout.at[bit % LONE_BIT]
        if not others & layout.above[code]:
            found |= bit
    return found


def lowest(layout: Layout, cards: i64, trumps: i64) -> i64:
    """Return the weakest of some cards, trumps last."""
    return first_by_strength(layout, cards, trumps, 1)


def highest(layout: Layout, cards: i64, trumps: i64) -> i64:
    """Return the strongest of some cards, trumps first."""
    return first_by_strength(layout, cards, trumps, -1)


def first_by_strength(layout: Layout, cards: i64, trumps: i64, sign: i64) -> i64:
    """Return the first of some cards by strength, rising for *sign* 1 and falling for -1; trumps are above all."""
    found: i64 = 0
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
            found = bit
    return found
