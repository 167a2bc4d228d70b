"""Estimate a hand before the play, as `simple` does: tricks in spades, points in pinochle."""

from typing import Final

from arena.rules.cards import SPADES
from arena.rules.games.game import Game
from arena.rules.hands.layout import Layout, size
from arena.rules.hands.melding import ACE, JACK, KING, QUEEN, SUITS, best_meld, has_royal_marriage, meld_points
from arena.rules.hands.table import NOBODY
from arena.rules.native import i64
from arena.rules.rules import Rules, Sides, require

EIGHT: Final = 6  # strength of an eight; lower cards rarely win
FEW_SEATS: Final = 1.6  # factor for three seats, where a card wins more often
MAX_HOPELESS: Final = 13
POINTS_OF_A_COUNTER: Final = 6.25


def likely_tricks(layout: Layout, cards: i64, seats: int) -> float:
    spades: int = size(cards & layout.suits[SPADES])
    tricks = high_card_worth(layout, cards, SPADES, spades)
    if spades > 4:
        tricks += 0.6 * (spades - 4)
    for suit in SUITS[1:]:
        length: int = size(cards & layout.suits[suit])
        tricks += high_card_worth(layout, cards, suit, length) * (0.9 if length < 6 else 0.6)
        if length < 2 and spades > 2:
            tricks += 0.4 * (2 - length)
    return tricks * FEW_SEATS if seats == 3 else tricks


def high_card_worth(layout: Layout, cards: i64, suit: i64, length: int) -> float:
    """Return the tricks that the high cards of a suit are worth; *length*: number of cards of the suit."""
    base: i64 = 13 * suit
    worth = 0.0
    if cards & layout.bit[base + ACE]:
        worth += 1.0
    if cards & layout.bit[base + KING]:
        worth += 0.8 if length > 1 else 0.3
    if cards & layout.bit[base + QUEEN]:
        worth += 0.5 if length > 2 else 0.1
    if length > 3 and cards & layout.bit[base + JACK]:
        worth += 0.2
    return worth


def is_hopeless(layout: Layout, cards: i64) -> bool:
    """Return whether a hand of spades will hardly take a trick, because its cards are low and its spades few."""
    if size(cards) > MAX_HOPELESS:
        return False
    spades: i64 = cards & layout.suits[SPADES]
    if size(spades) > 3 or any(layout.strength[code] > EIGHT + 1 for code in layout.listed(spades)):
        return False
    for suit in SUITS:
        most: i64 = 4
        for code in layout.listed(cards & layout.suits[suit])[:3]:
            if layout.strength[code] > most:
                return False
            most += 2
    return True


def worth_of(game: Game, cards: i64) -> float:
    """Return the bid in pinochle that a hand can probably make; 0 if no suit may be trump."""
    best = 0.0
    for suit in SUITS:
        best = max(best, worth_in(game, cards, suit))
    return best


def worth_in(game: Game, cards: i64, suit: int) -> float:
    """Return the points that a declarer probably makes with trump *suit*; 0 if it may not be trump."""
    rules: Rules = game.rules
    layout: Layout = game.layout
    melds = require(rules.melds)
    best = best_meld(cards, suit, melds, layout)
    if melds.needs_royal_marriage and not has_royal_marriage(best.counts):
        return 0.0
    points = float(meld_points(best.counts, melds))
    trumps: int = layout.total(cards & layout.suits[suit])
    aces: int = sum([int(layout.count(cards, 13 * each + ACE)) for each in SUITS])
    size: int = layout.total(cards)
    if rules.sides is not Sides.ALONE:
        return points + likely_help(rules, trumps, aces, size)
    if rules.seats == 2:
        return points + min(22.0, 8.0 + 0.9 * trumps + 0.7 * aces)
    return points + min(20.0, 2.0 + 1.2 * trumps + 1.3 * aces)


def likely_help(rules: Rules, trumps: int, aces: int, size: int) -> float:
    """Return the points that a side probably gains by tricks and the partner's melds; *size*: of the hand."""
    counter = 1 if rules.contract is None else rules.contract.counter
    counters = 2.0 * rules.deck.copies * counter
    meld = counters if rules.giving is None else counters * rules.deck.copies
    return meld + min(0.85, 0.2 + 0.6 * (trumps + aces) / size) * POINTS_OF_A_COUNTER * counters


def best_trump(game: Game, cards: i64, among: list[int]) -> int:
    """Return the best trump suit of *among*, by points of melds and length."""
    melds = require(game.rules.melds)
    layout: Layout = game.layout
    choice, most = NOBODY, -1
    for suit in among:
        best = best_meld(cards, suit, melds, layout)
        value = meld_points(best.counts, melds) + 2 * layout.total(cards & layout.suits[suit])
        if not melds.needs_royal_marriage or has_royal_marriage(best.counts):
            value += 10000
        if value > most:
            choice, most = suit, value
    return choice
