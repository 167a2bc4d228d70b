"""List the answers that a search compares: all legal actions, or a few sensible ones if there are too many."""

from itertools import combinations
from typing import Final

from arena.rules.cards import NO_SUIT
from arena.rules.games.game import Game
from arena.rules.hands.actions import CONCEDE, MOON, NIL, ONE_FOR_50, PASS, TWO_FOR_40, Kind
from arena.rules.hands.layout import Layout
from arena.rules.hands.legal import Legal
from arena.rules.hands.melding import SUITS
from arena.rules.native import i64
from arena.rules.rules import Bidding, require
from arena.rules.search.answers import UNKNOWN, costs_of, pack_sorted, uses_of
from arena.rules.search.estimates import best_trump, likely_tricks, worth_of

AROUND: Final = 2  # in spades, bids to compare below and above the number of likely tricks
FEW_TRICKS: Final = 4.5  # likely tricks up to which nil, one for 50 and two for 40 are compared
MANY_TRICKS: Final = 9.0  # likely tricks from which a moon is compared
LEVELS: Final = 6  # number of bid limits to compare in an auction
HIGHEST: Final = 1.5  # the highest bid limit to compare, as a multiple of the hand's worth
MORE_CARDS: Final = 4  # cards to form sets from, in addition to the cheapest ones


class Candidate:
    """A legal action to compare, with its worth in each world; *limit*: the seat's highest later bid."""

    def __init__(self, action: int, limit: float = UNKNOWN) -> None:
        self.action: Final = action
        self.limit: Final = limit
        self.total: float = 0.0
        self.worths: list[float] = []

    def add(self, worth: float) -> None:
        self.total += worth
        self.worths.append(worth)


def candidates(game: Game, legal: Legal, width: int) -> list[Candidate]:
    """Return the actions to compare; *width*: the most sets of cards to discard or give."""
    if legal.kind == Kind.BID:
        likely = likely_tricks(game.layout, game.seats[game.to_act].cards, len(game.seats))
        near = round(likely)
        bids = [bid for bid in range(max(1, near - AROUND), near + AROUND + 1) if bid in legal.actions]
        if likely <= FEW_TRICKS:
            bids += [bid for bid in (NIL, ONE_FOR_50, TWO_FOR_40) if bid in legal.actions]
        if likely >= MANY_TRICKS and MOON in legal.actions:
            bids.append(MOON)
        return [Candidate(bid) for bid in bids or legal.actions]
    if legal.kind == Kind.AUCTION:
        return bids_to_make(game, legal)
    if legal.kind == Kind.DISCARD or legal.kind == Kind.GIVE:
        conceding = [Candidate(CONCEDE)] if legal.may_concede else []
        return [*sets_to_lay(game, legal, width), *conceding]
    return [Candidate(action) for action in game.legal().actions]  # *legal* may list them in another order


def bids_to_make(game: Game, legal: Legal) -> list[Candidate]:
    """Return a pass, and the lowest bid with several limits for later bids.

    If each seat bids only once, the limits are the bids. For money, bids that are worth more dollars are added.
    """
    options = [Candidate(PASS)] if legal.may_pass else []
    if legal.least > legal.most:
        return options
    once = require(game.rules.auction).bidding is Bidding.SINGLE
    top = max(int(HIGHEST * worth_of(game, game.seats[game.to_act].cards)), legal.least + LEVELS * legal.step)
    limits: list[int] = []
    for level in range(LEVELS):
        limit = legal.least + (top - legal.least) * level // (LEVELS - 1)
        limit -= (limit - legal.least) % legal.step
        if limit <= legal.most and limit not in limits:
            limits.append(limit)
    options += [Candidate(limit if once else legal.least, float(limit)) for limit in limits]
    chips = game.rules.chips
    if chips is not None and not once:
        paid = [least for least, _ in chips.values if legal.least < least <= min(top, legal.most)]
        options += [Candidate(bid, float(bid)) for bid in paid if (bid - legal.least) % legal.step == 0]
    return options


def sets_to_lay(game: Game, legal: Legal, width: int) -> list[Candidate]:
    """Return the cheapest sets of cards; before trump is named, half of them are for the second-best trump."""
    cards: i64 = game.seats[game.to_act].cards
    if game.hand.trump != NO_SUIT:
        return cheap_sets(game, cards, game.hand.trump, legal.count, width)
    first = best_trump(game, cards, SUITS)
    second = best_trump(game, cards, [suit for suit in SUITS if suit != first])
    sets = cheap_sets(game, cards, first, legal.count, width - width // 2)
    known = [each.action for each in sets]
    return sets + [
        each for each in cheap_sets(game, cards, second, legal.count, width // 2) if each.action not in known
    ]


def cheap_sets(game: Game, cards: i64, trump: int, count: int, width: int) -> list[Candidate]:
    """Return the *width* cheapest sets of *count* cards to discard or give."""
    layout: Layout = game.layout
    gives = game.kind == Kind.GIVE and game.to_act != game.hand.declarer
    costs = uses_of(game, cards, trump) if gives else costs_of(game, cards, trump)
    copies = layout.sorted(cards)
    places = sorted(range(len(copies)), key=costs.__getitem__)[: count + MORE_CARDS]
    sets: dict[int, int] = {}
    for chosen in combinations(places, count):
        action = pack_sorted(game, layout.hand([copies[place] for place in chosen]))
        cost = sum([costs[place] for place in chosen])
        sets[action] = min(cost, sets.get(action, cost))
    best = sorted(sets, key=sets.__getitem__)
    return [Candidate(action) for action in best[:width]]
