"""Put a deal of unseen cards on the table."""

from dataclasses import replace
from typing import Final

from arena.rules.games.game import Game
from arena.rules.games.view import View
from arena.rules.hands.actions import BLIND_SIX, Kind
from arena.rules.hands.hand import Hand
from arena.rules.hands.layout import layout_of
from arena.rules.hands.seat import Seat
from arena.rules.rules import Format, Rules

NEVER_AGAIN: Final = 1000  # blind sixes: more than any limit


class UnseenDeal:
    """A deal of the unseen cards, with its hidden laid and given cards.

    Attributes:
        held: the cards of each seat at the open decision.
        hands: the cards of each seat with those that it played; after going back, the dealt cards.
        hidden: the hidden decisions, (seat, kind, action), in order.
        laid: the cards that each seat laid away or gave face down.
    """

    def __init__(self, held: list[list[int]], hands: list[list[int]]) -> None:
        self.held: Final = held
        self.hands: Final = hands
        self.hidden: list[tuple[int, int, int]] = []
        self.laid: list[list[int]] = [[] for _ in held]
        self.kitty: list[int] = []
        self.dummy: list[int] = []


def one_hand(rules: Rules) -> Rules:
    """Return the rules of a match that ends with the hand on the table."""
    return replace(rules, length=replace(rules.length, format=Format.HANDS, number=1))


def deck_of(rules: Rules, dealer: int, deal: UnseenDeal) -> bytes:
    order = [(dealer + 1 + place) % rules.seats for place in range(rules.seats)]
    cards = [card for seat in order for card in deal.hands[seat]]
    return bytes([*cards, *deal.dummy, *deal.kitty])


def dealt_game(rules: Rules, view: View, deal: UnseenDeal) -> Game:
    """Return the game of a deal at its first decision, with the scores of the view."""
    looked = [seat for seat, kind, _ in view.said if kind == Kind.BLIND]
    if view.legal is not None and view.legal.kind == Kind.BLIND and BLIND_SIX in view.legal.actions:
        looked.append(view.seat)
    seats: list[Seat] = []
    for number in range(rules.seats):
        seat = Seat()
        seat.score = view.scores[number]
        seat.bags = view.bags[number]
        if number not in looked:  # the view lacks blind bids of earlier hands: the seats that were asked show them
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
