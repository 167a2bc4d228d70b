"""Deal the unseen cards so that each seat would have laid exactly the melds that it laid.

A few deals are drawn, and the first that fits is used. If none fits, cards are exchanged in the last deal until it
fits: two cards, or three in a ring, if this breaks no more limits. Then cards are exchanged further among fitting
deals. Each exchange is as likely as its reverse, so that all these deals are equally likely (N. Metropolis and others,
*Journal of Chemical Physics* 21, 1953).
"""

from typing import Final

from arena.rules.games.rollout import Chance
from arena.rules.games.view import View
from arena.rules.hands.layout import PLAIN, Layout, layout_of
from arena.rules.hands.melding import ACE, AROUNDS, JACK, KING, MARRIAGES, NINE, PINOCHLE, QUEEN, RUNS, SUITS
from arena.rules.native import i64
from arena.rules.search.piles import Group, Piles

FEW: Final = 8  # deals to draw before cards are exchanged in one
AGAIN: Final = 4  # deals in which cards are exchanged, before one that does not fit is used
MENDING: Final = 60  # the most exchanges for each unseen card until a deal fits
MIXING: Final = 12  # exchanges for each unseen card after a deal fits


class Limit:
    """The most complete sets of certain cards that a hand may hold.

    *codes*: the cards of a set; *most*: the number of sets. If a hand has more, the field of each card plus *added*
    reaches *top*.
    """

    def __init__(self, codes: list[int], most: int, layout: Layout) -> None:
        highest: int = 2 ** (int(layout.width) - 1)  # the number of copies, two or four
        self.added: i64 = sum([int(layout.bit[code]) * (highest - 1 - most) for code in codes])
        self.top: i64 = sum([int(layout.bit[code]) * highest for code in codes])
        self.fields: i64 = sum([int(layout.field[code]) for code in codes])


class LaidMelds:
    """The limits that laid melds set for each pile: the hand must not have more melds.

    A meld counts how many complete sets of its cards a hand has (`Spread.most`). A hand would have laid exactly the
    same melds if and only if it has no more sets than its shown cards have.
    """

    def __init__(self, view: View, others: list[int]) -> None:
        """Compute the limits from a view; *others*: the seats of the first piles, in order."""
        self.of: list[list[Limit]] = [[] for _ in others]
        layout = layout_of(view.rules.deck)
        melds = view.rules.melds
        for meld in view.melds:
            if meld.seat in others and melds is not None:
                royalty = sum(melds.royalty) > 0 and bool(meld.shown)
                shown: i64 = layout.hand(list(meld.shown))
                limits = self.of[others.index(meld.seat)]
                for codes in sets_of(view.trump, layout, royalty):
                    most = min([int(layout.count(shown, code)) for code in codes])
                    if most < view.rules.deck.copies:
                        limits.append(Limit(codes, most, layout))

    def broken(self, pile: i64, hand: i64) -> i64:
        count: i64 = 0
        for limit in self.of[pile]:
            if ((hand & limit.fields) + limit.added) & limit.top == limit.top:
                count += 1
        return count


def sets_of(trump: int, layout: Layout, royalty: bool) -> list[list[int]]:
    """Return the sets of card codes that are melds; with *royalty*, also single kings and queens of trump."""
    base = 13 * trump
    sets: list[list[int]] = [RUNS[trump], *[MARRIAGES[suit] for suit in SUITS], [base + NINE], PINOCHLE]
    sets += [AROUNDS[rank] for rank in (ACE, KING, QUEEN, JACK)]
    if royalty:
        sets += [[base + KING], [base + QUEEN]]
    return [codes for codes in sets if all(layout.bit[code] for code in codes)]


class Fitting:
    """Deals of the unseen cards to piles, under the limits of laid melds.

    Attributes:
        broken: number of limits that the last deal breaks.
    """

    def __init__(self, piles: Piles, melds: LaidMelds, start: list[i64], layout: Layout, few: int) -> None:
        """Prepare to deal; *start*: known cards of the hand by pile, *few*: deals to draw before exchanges."""
        self.piles: Final = piles
        self._melds: Final = melds
        self._start: Final = start
        self._layout: Final = layout
        self._few: Final = few
        self._hands: list[i64] = []
        self.broken: i64 = 0
        self._at: list[int] = []  # index of an unseen card -> its pile
        self._groups: list[Group] = [group for group in piles.groups for _ in group.cards]
        self._numbers: list[int] = [number for number, group in enumerate(piles.groups) for _ in group.cards]
        self._counts: list[list[int]] = []  # group -> pile -> number of its cards in the pile

    def draw(self, chance: Chance) -> list[int]:
        """Return the pile of each unseen card; after many failures, a deal that does not fit."""
        for _ in range(self._few):
            self._deal(chance)
            if not self.broken:
                return self._at
        for _ in range(AGAIN):
            self._deal(chance)
            steps = MENDING * len(self._at)
            while self.broken and steps:
                self._step(chance)
                steps -= 1
            if not self.broken:
                for _ in range(MIXING * len(self._at)):
                    self._step(chance)
                return self._at
        return self._at

    def _deal(self, chance: Chance) -> None:
        self._at = self.piles.draw(chance)
        self._hands = list(self._start)
        self._counts = [[0] * len(self._start) for _ in self.piles.groups]
        for place, pile in enumerate(self._at):
            self._hands[pile] += self._layout.bit[self.piles.cards[place]]
            self._counts[self._numbers[place]][pile] += 1
        self.broken = 0
        for pile in range(len(self._melds.of)):
            self.broken += self._melds.broken(pile, self._hands[pile])

    def _step(self, chance: Chance) -> None:
        """Exchange two or three random cards between piles, unless this is impossible or breaks more limits."""
        cards = self.piles.cards
        at = self._at
        count: i64 = len(at)
        first: int = chance.below(count)
        second: int = chance.below(count)
        if at[first] == at[second]:
            return
        places = [first, second]
        if chance.below(2):
            third: int = chance.below(count)
            if at[third] == at[first] or at[third] == at[second]:
                return
            places.append(third)
        targets = [at[place] for place in places[1:]]
        targets.append(at[first])
        change: i64 = 0
        changed: list[i64] = []
        for number, place in enumerate(places):
            if not self._may_go(place, targets[number]):
                return
            pile = at[place]
            comes: i64 = self._layout.bit[cards[places[number - 1]]]
            hand: i64 = self._hands[pile] - self._layout.bit[cards[place]] + comes
            changed.append(hand)
            if pile < len(self._melds.of):
                change += self._melds.broken(pile, hand) - self._melds.broken(pile, self._hands[pile])
        if change > 0:
            return
        self.broken += change
        for number, place in enumerate(places):
            pile = at[place]
            self._hands[pile] = changed[number]
            counts = self._counts[self._numbers[place]]
            counts[pile] -= 1
            counts[targets[number]] += 1
        for number, place in enumerate(places):
            at[place] = targets[number]

    def _may_go(self, place: int, pile: int) -> bool:
        group = self._groups[place]
        counts = self._counts[self._numbers[place]]
        own = self._at[place]
        return counts[own] > group.least[own] and group.mask & PLAIN.bit[pile] != 0
