"""Store the state of one seat: its cards, tricks, bid, melds and scores."""

from __future__ import annotations

from typing import Final

from arena.rules.hands.actions import CARD_BITS, CARD_MASK
from arena.rules.native import i64, mypyc_attr

LINE: Final = 10  # number of six-bit cards that fit into a native integer
NO_CARD: Final = -1


@mypyc_attr(acyclic=True)
class Seat:
    """The state of a seat in the current hand, its game and its series. Sets of cards are in the form of `Layout`."""

    # Fields that every decision reads are first, so that they share few cache lines.
    cards: i64 = 0
    cards_at_play: i64 = 0  # the seat's cards when the play began; 0 before
    # The played cards, six bits for each trick, the first trick lowest: the code + 1, or 0 for no card.
    line: i64 = 0
    lacks: i64 = 0  # suits that the seat failed to follow, one bit each: S D C H from the lowest on
    tricks: i64 = 0
    taken: i64 = 0  # the cards of the seat's tricks, and the cards that it discarded as declarer
    bid: i64 = 0
    score: i64 = 0
    bags: i64 = 0
    wins: i64 = 0
    passed: bool = False
    laid: i64 = 0  # cards that the seat discarded or gave
    first_line: i64 = 0  # `line` of the first ten tricks, after which `line` begins again
    # The laid melds: their counts in the form of `Spread`, their points, and the shown cards.
    melds: i64 = 0
    melded: i64 = 0
    shown: i64 = 0
    points: i64 = 0  # points in tricks, set after the hand is over
    delta: i64 = 0  # the hand's change of the score
    blind_sixes: i64 = 0

    def next_hand(self) -> Seat:
        other = Seat()
        other.score = self.score
        other.bags = self.bags
        other.blind_sixes = self.blind_sixes
        other.wins = self.wins
        return other

    def copy(self) -> Seat:
        other = self.next_hand()
        other.cards = self.cards
        other.taken = self.taken
        other.cards_at_play = self.cards_at_play
        other.laid = self.laid
        other.tricks = self.tricks
        other.bid = self.bid
        other.passed = self.passed
        other.lacks = self.lacks
        other.line = self.line
        other.first_line = self.first_line
        other.melds = self.melds
        other.melded = self.melded
        other.shown = self.shown
        other.points = self.points
        other.delta = self.delta
        return other

    def card(self, trick: i64, gathered: i64) -> i64:
        """Return the card of *trick* (from 0) when *gathered* tricks are over; `NO_CARD` if not played."""
        if trick == 2 * LINE:
            return NO_CARD
        line: i64 = self.first_line if trick < LINE <= gathered else self.line
        return ((line >> (CARD_BITS * (trick % LINE))) & CARD_MASK) - 1
