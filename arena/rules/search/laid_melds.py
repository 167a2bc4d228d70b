"""What hands cannot hold together, as they would have melded otherwise.

A meld counts how often all its cards are held (`Spread.most`). So a hand melds what it laid if, and only if, it holds
no set of cards more often than the cards it showed do: for each set, one of its cards is held no more often.
"""

from arena.rules.games.view import View
from arena.rules.hands.layout import Layout, layout_of
from arena.rules.hands.melding import ACE, AROUNDS, JACK, KING, MARRIAGES, NINE, PINOCHLE, QUEEN, RUNS, SUITS
from arena.rules.native import i64


class Limit:
    """A set of cards that a hand holds at most so often.

    A card's field, with *added* to it, comes to *top* if the hand holds the card more often.
    """

    def __init__(self, codes: list[int], most: int, layout: Layout) -> None:
        highest: int = 2 ** (int(layout.width) - 1)  # of two copies or four: the number of copies
        self.added: i64 = sum([int(layout.bit[code]) * (highest - 1 - most) for code in codes])
        self.top: i64 = sum([int(layout.bit[code]) * highest for code in codes])
        self.fields: i64 = sum([int(layout.field[code]) for code in codes])


class LaidMelds:
    """The melds that others laid: for each pile the limits of the hand that it is part of."""

    def __init__(self, view: View, others: list[int]) -> None:
        """Read them from a view; *others* are the seats of the first piles."""
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
        """Return how many limits a hand breaks."""
        count: i64 = 0
        for limit in self.of[pile]:
            if ((hand & limit.fields) + limit.added) & limit.top == limit.top:
                count += 1
        return count


def sets_of(trump: int, layout: Layout, royalty: bool) -> list[list[int]]:
    """Return the sets of cards that meld, of those that the deck has; with *royalty* trump kings and queens alone."""
    base = 13 * trump
    sets: list[list[int]] = [RUNS[trump], *[MARRIAGES[suit] for suit in SUITS], [base + NINE], PINOCHLE]
    sets += [AROUNDS[rank] for rank in (ACE, KING, QUEEN, JACK)]
    if royalty:
        sets += [[base + KING], [base + QUEEN]]
    return [codes for codes in sets if all(layout.bit[code] for code in codes)]
