"""Estimate the probability that another seat beats a card, from the cards that it may hold."""

from collections import Counter
from functools import lru_cache
from typing import Final

from arena.rules import MustBeat, WhenVoid
from bots.sdk import Card, View

STRENGTHS: Final = 13  # ranks of a suit
ANY: Final = -1  # a strength below every card


@lru_cache(maxsize=65536)
def none_of(pool: int, drawn: int, wanted: int) -> float:
    """Return the probability that *drawn* random cards of a *pool* include no *wanted* one (hypergeometric)."""
    odds = 1.0
    for place in range(min(wanted, pool)):
        odds *= max(0.0, pool - drawn - place) / (pool - place)
    return odds


class Pile:
    """The cards that another seat may hold or certainly holds, by suit and strength."""

    def __init__(self, view: View, seat: int) -> None:
        self.seat = seat
        self.size = view.hand_sizes[seat]
        known = Counter(view.known[seat]) if view.melds else Counter()
        self.suits = {suit: [0] * STRENGTHS for suit in "SDCH"}  # copies of each card that the seat may hold
        self.pool = 0  # number of cards that the seat may hold
        self._sure = {suit: [0] * STRENGTHS for suit in "SDCH"}
        for card, copies in view.may_hold(seat).items():
            self.pool += copies
            if card.suit:
                self.suits[card.suit][card.strength] += copies
                self._sure[card.suit][card.strength] += known[card]
        self._free = self.size - known.total()
        self._open = self.pool - known.total()

    def has_above(self, suit: str, strength: int) -> float:
        """Return the probability that the seat holds a card of *suit* stronger than *strength*."""
        if any(self._sure[suit][strength + 1 :]):
            return 1.0
        return 1.0 - none_of(self._open, self._free, sum(self.suits[suit][strength + 1 :]))

    def is_caught(self, card: Card) -> float:
        """Return the probability that the seat must beat *card*: it has a higher card of the suit, and no lower one."""
        lower = sum(self.suits[card.suit][: card.strength])
        return self.has_above(card.suit, card.strength) * none_of(self.pool, self.size, lower)


class Odds:
    """Probabilities about the trick on the table, from the view of the seat to play."""

    def __init__(self, view: View) -> None:
        self.view = view
        self.trick = view.trick
        self.winning = view.winning
        # The suit led; "" if no card of a suit is on the table.
        self.led = next((play.card.suit for play in self.trick if play.card.suit), "")
        self.trump = view.trump or ""
        sizes = view.hand_sizes
        behind = [(view.seat + place) % view.seats for place in range(1, view.seats - len(self.trick))]
        self.behind = [Pile(view, seat) for seat in behind if sizes[seat]]
        self._duties = view.rules.tricks

    def leads_with(self, card: Card) -> bool:
        """Return whether *card* would be the best card of the trick so far."""
        return card.suit != "" if self.winning is None else self.view.beats(card, self.winning.card)

    def beaten_by(self, pile: Pile, best: Card, led: str, will: float) -> float:
        """Return the probability that the seat of *pile* beats the card *best*, by following suit or by trumping.

        *led*: the suit led. *will*: the probability that the seat beats the card if it may choose.
        """
        ruffs = will if self._duties.when_void is WhenVoid.ANYTHING else 1.0
        void = 1.0 - pile.has_above(led, ANY)
        if best.suit != led:
            return void * pile.has_above(self.trump, best.strength) * ruffs
        rule = self._duties.must_beat
        has_to_beat = led == self.trump if rule is MustBeat.TRUMP_LED else rule is not MustBeat.NEVER
        higher = pile.has_above(led, best.strength) * (1.0 if has_to_beat else will)
        return higher if led == self.trump else higher + void * pile.has_above(self.trump, ANY) * ruffs
