"""Decide claims: whether a seat certainly takes all remaining tricks of a hand.

`sure_card` uses only what the seat to act knows, so that a granted or refused claim reveals no card. `taking_card` uses
all cards.
"""

from typing import Final

from arena.rules.cards import JOKERS
from arena.rules.games.game import Game
from arena.rules.hands.layout import Layout
from arena.rules.phases import tricks
from arena.rules.rules import Lead
from arena.rules.search.evidence import Evidence
from arena.rules.search.solver import Solver

NO_CARD: Final = -1


def sure_card(game: Game) -> int:
    """Return a card with which the seat to act certainly takes all remaining tricks, or `NO_CARD`.

    Certain means for any unseen cards and any play of the others. The game must be in the play, and is not changed.
    """
    layout = game.layout
    hand = layout.sorted(game.seats[game.to_act].cards)
    for card in game.legal().actions:
        others = _threats(game)
        if game.trick:
            if not _wins(game, card, others):
                continue
        elif not others.lead(card):
            continue
        left = hand.copy()
        left.remove(card)
        if _are_sure(game, left, others):
            return card
    return NO_CARD


def taking_card(game: Game, most: int) -> int:
    """Return a card with which the seat to act takes all remaining tricks, or `NO_CARD`.

    All cards are known. At most *most* positions are searched for each card.
    """
    seat = game.to_act
    for card in game.legal().actions:
        other = game.copy()
        over = tricks.play(other, card, game.layout.bit[card])
        if other.hand.gathered > game.hand.gathered and other.hand.last_winner != seat:
            continue
        if over or Solver().takes_the_rest(other, seat, most):
            return card
    return NO_CARD


class Threats:
    """The cards that other seats may still hold, by suit, the lowest first."""

    def __init__(self, layout: Layout, trump: int, suits: list[list[int]]) -> None:
        self._layout: Final = layout
        self.trump: Final = trump
        self.suits: Final = suits

    def lead(self, card: int) -> bool:
        """Return whether leading *card* certainly wins; if so, remove the lowest other card of its suit."""
        suit = card // 13
        if card in JOKERS or self.beats(card) or (suit != self.trump and self.suits[self.trump]):
            return False
        if self.suits[suit]:  # another seat must follow suit, at best with its lowest card
            self.suits[suit].pop(0)
        return True

    def beats(self, card: int) -> bool:
        strength = self._layout.strength
        return any(strength[other] > strength[card] for other in self.suits[card // 13])


def _threats(game: Game) -> Threats:
    """Return the unseen cards, without suits that all other seats are known to lack."""
    layout, seat = game.layout, game.to_act
    unseen = Evidence(game.view(seat)).unseen
    others = [each for number, each in enumerate(game.seats) if number != seat]
    suits: list[list[int]] = []
    for suit in range(4):
        threats = [card for card in unseen if card // 13 == suit and card not in JOKERS]
        if all(each.lacks & 2**suit for each in others):
            threats = []
        suits.append(sorted(threats, key=lambda card: layout.strength[card]))
    return Threats(layout, layout.suits.index(game.trumps), suits)


def _wins(game: Game, card: int, others: Threats) -> bool:
    layout, seat = game.layout, game.to_act
    after = game.copy()
    tricks.play(after, card, layout.bit[card])
    if after.hand.gathered > game.hand.gathered:
        return bool(after.hand.last_winner == seat)
    if after.winner != seat or not after.suited or card in JOKERS or others.beats(card):
        return False
    return after.trumped or not others.suits[others.trump]


def _are_sure(game: Game, cards: list[int], others: Threats) -> bool:
    """Return whether a hand that leads certainly takes all its tricks; *cards*: the hand.

    A card that certainly wins still does so after any other lead. So any such card may be led first.
    """
    left = cards.copy()
    while left:
        plain = [card for card in left if card // 13 != others.trump and card not in JOKERS]
        closed = game.rules.tricks.lead is Lead.TRUMP_ONCE_BROKEN and not game.broken
        led = next((card for card in (plain if closed and plain else left) if others.lead(card)), None)
        if led is None:
            return False
        left.remove(led)
    return True
