"""Claims: decide whether a seat takes all remaining tricks.

`sure_card` reads only the knowledge of the seat to act, so a granted or refused claim reveals no card. `taking_card`
knows all cards.
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
    """Return a card with which the seat to act begins to take all remaining tricks; `NO_CARD` if it may fail.

    It must work for all unseen cards and all play of the others. The game is in the play of the cards, and is not
    changed.
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
    """Return a card with which the seat to act takes all remaining tricks, with all cards known; else `NO_CARD`.

    It searches at most *most* positions for each card.
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
    """The cards that others may still hold, by suit, lowest first; the lowest possible cards fall."""

    def __init__(self, layout: Layout, trump: int, suits: list[list[int]]) -> None:
        self._layout: Final = layout
        self.trump: Final = trump
        self.suits: Final = suits

    def lead(self, card: int) -> bool:
        """Lead a card; return whether it is sure to win. If so, the lowest card of its suit falls."""
        suit = card // 13
        if card in JOKERS or self.beats(card) or (suit != self.trump and self.suits[self.trump]):
            return False
        if self.suits[suit]:  # a holder has to follow suit; without a holder there is no threat
            self.suits[suit].pop(0)
        return True

    def beats(self, card: int) -> bool:
        strength = self._layout.strength
        return any(strength[other] > strength[card] for other in self.suits[card // 13])


def _threats(game: Game) -> Threats:
    """Return the unseen cards of suits that not all others are known to lack."""
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
    """Return whether a hand on lead takes all its tricks, led in the best order.

    A card that is sure to win stays so after any lead. So the first card that may be led is as good as any.
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
