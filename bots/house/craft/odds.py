"""Count the cards that are out: how likely another seat beats a card."""

from collections import Counter
from functools import lru_cache
from typing import Final

from arena.rules import MustBeat, WhenVoid
from bots.sdk import Card, View

STRENGTHS: Final = 13
ANY: Final = -1  # below every strength


@lru_cache(maxsize=65536)
def none_of(pool: int, drawn: int, wanted: int) -> float:
    """Return the odds that *drawn* cards of a *pool* contain no *wanted* card (hypergeometric)."""
    odds = 1.0
    for place in range(min(wanted, pool)):
        odds *= max(0.0, pool - drawn - place) / (pool - place)
    return odds


class Pile:
    """Another seat's hand: possible and certain cards, by suit and strength."""

    def __init__(self, view: View, seat: int) -> None:
        self.seat = seat
        self.size = view.hand_sizes[seat]
        known = Counter(view.known[seat]) if view.melds else Counter()
        self.suits = {suit: [0] * STRENGTHS for suit in "SDCH"}  # copies of each card that it may hold
        self.pool = 0  # cards that it may hold in all
        self._sure = {suit: [0] * STRENGTHS for suit in "SDCH"}
        for card, copies in view.may_hold(seat).items():
            self.pool += copies
            if card.suit:
                self.suits[card.suit][card.strength] += copies
                self._sure[card.suit][card.strength] += known[card]
        self._free = self.size - known.total()
        self._open = self.pool - known.total()

    def has_above(self, suit: str, strength: int) -> float:
        """Return how likely it holds a card of this suit above a strength."""
        if any(self._sure[suit][strength + 1 :]):
            return 1.0
        return 1.0 - none_of(self._open, self._free, sum(self.suits[suit][strength + 1 :]))

    def is_caught(self, card: Card) -> float:
        """Return how likely the seat must beat this card, because it has nothing lower in its suit."""
        lower = sum(self.suits[card.suit][: card.strength])
        return self.has_above(card.suit, card.strength) * none_of(self.pool, self.size, lower)


class Odds:
    """The odds of the trick on the table, for the seat that is to play to it."""

    def __init__(self, view: View) -> None:
        self.view = view
        self.trick = view.trick
        self.winning = view.winning
        # The suit led, or "".
        self.led = next((play.card.suit for play in self.trick if play.card.suit), "")
        self.trump = view.trump or ""
        sizes = view.hand_sizes
        behind = [(view.seat + place) % view.seats for place in range(1, view.seats - len(self.trick))]
        self.behind = [Pile(view, seat) for seat in behind if sizes[seat]]
        self._duties = view.rules.tricks

    def leads_with(self, card: Card) -> bool:
        """Return whether this card would be the best of the trick so far."""
        return card.suit != "" if self.winning is None else self.view.beats(card, self.winning.card)

    def beaten_by(self, pile: Pile, best: Card, led: str, will: float) -> float:
        """Return how likely a seat beats the best card: it follows higher, or trumps over it.

        *will*: how likely it does so if it may choose.
        """
        ruffs = will if self._duties.when_void is WhenVoid.ANYTHING else 1.0
        void = 1.0 - pile.has_above(led, ANY)
        if best.suit != led:
            return void * pile.has_above(self.trump, best.strength) * ruffs
        higher = pile.has_above(led, best.strength) * (1.0 if self._has_to_beat(led) else will)
        return higher if led == self.trump else higher + void * pile.has_above(self.trump, ANY) * ruffs

    def _has_to_beat(self, led: str) -> bool:
        """Return whether a following seat must beat the best card of the suit, if able."""
        if self._duties.must_beat is MustBeat.TRUMP_LED:
            return led == self.trump
        return self._duties.must_beat is not MustBeat.NEVER
