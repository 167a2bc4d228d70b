"""Make a game from a possible deal of the unseen cards."""

from dataclasses import replace
from typing import Final

from arena.rules.games.game import Game
from arena.rules.games.view import View
from arena.rules.hands.actions import BLIND_SIX, Kind
from arena.rules.hands.hand import Hand
from arena.rules.hands.layout import layout_of
from arena.rules.hands.seat import Seat
from arena.rules.rules import Format, Rules

NEVER_AGAIN: Final = 1000  # number of blind sixes above any limit


class UnseenDeal:
    """A possible deal of the unseen cards, with hidden discards and gifts.

    Attributes:
        remaining: the cards that each seat still holds at the open decision.
        hands: the cards of each seat including those that it played; later, the cards that it was dealt.
        hidden: the decisions that lay or give hidden cards, (seat, kind, action), in order.
        laid: the cards that each seat discarded or gave face down.
    """

    def __init__(self, remaining: list[list[int]], hands: list[list[int]]) -> None:
        self.remaining: Final = remaining
        self.hands: Final = hands
        self.hidden: list[tuple[int, int, int]] = []
        self.laid: list[list[int]] = [[] for _ in remaining]
        self.kitty: list[int] = []
        self.dummy: list[int] = []


def one_hand(rules: Rules) -> Rules:
    """Return the same rules for a match that ends with the current hand."""
    return replace(rules, length=replace(rules.length, format=Format.HANDS, number=1))


def deck_of(rules: Rules, dealer: int, deal: UnseenDeal) -> bytes:
    order = [(dealer + 1 + place) % rules.seats for place in range(rules.seats)]
    cards = [card for seat in order for card in deal.hands[seat]]
    return bytes([*cards, *deal.dummy, *deal.kitty])


def dealt_game(rules: Rules, view: View, deal: UnseenDeal) -> Game:
    """Return the game of a deal at its first decision, with the scores of *view*."""
    looked = [seat for seat, kind, _ in view.said if kind == Kind.BLIND]
    if view.legal is not None and view.legal.kind == Kind.BLIND and BLIND_SIX in view.legal.actions:
        looked.append(view.seat)
    seats: list[Seat] = []
    for number in range(rules.seats):
        seat = Seat()
        seat.score = view.scores[number]
        seat.bags = view.bags[number]
        if number not in looked:  # the view has no earlier blind sixes, but a seat that was not asked may not bid one
            seat.blind_sixes = NEVER_AGAIN
        seats.append(seat)
    deck = deck_of(rules, view.dealer, deal)
    hand = Hand(0, 0, view.dealer, deck, seats)
    game = Game(rules, None, [deck], layout_of(rules.deck), list(range(rules.seats)), hand)
    game.game_hands = 1
    game.pot = view.pot
    if game.begin(rules.phases[0]):
        game.next_phase()
    return game
