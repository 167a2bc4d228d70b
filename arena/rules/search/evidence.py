"""What a seat's view says of the cards that it does not see: where they may be, and where not."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from arena.rules.games.game import Game
from arena.rules.games.view import View
from arena.rules.hands.actions import Kind, unpack_cards
from arena.rules.hands.hand import OPEN
from arena.rules.hands.layout import Layout, layout_of
from arena.rules.hands.melding import best_meld, meld_points
from arena.rules.hands.table import NOBODY
from arena.rules.phases.tricks import following, lead, leading, play
from arena.rules.rules import Lead, Rules

if TYPE_CHECKING:
    from mypy_extensions import i64

COPIES: Final = [0] * 64


class Evidence:
    """The unseen cards of a hand under play, as its view has them.

    Attributes:
        played: for each seat the cards that it played, in order.
        laid: the cards that the viewer itself laid away.
        hides: whether the declarer laid cards away that the viewer has not seen.
        unseen: the code of every card that it has not seen, copies one by one.
        certain: seat -> code -> how many copies that seat must still hold: shown in melds, or given to it.
        bought: code -> how many copies of the kitty the viewer saw, which the declarer holds or laid away.
    """

    def __init__(self, view: View) -> None:
        self.view: Final = view
        self.rules: Final[Rules] = view.rules
        self.layout: Final[Layout] = layout_of(view.rules.deck)
        seats = view.rules.seats
        self.played: list[list[int]] = [[] for _ in range(seats)]
        for seat, card in view.played:
            self.played[seat].append(card)
        self.gave: list[tuple[int, list[int]]] = []  # (giver, cards) that the viewer saw, in order
        self.laid: list[int] = []
        for seat, kind, action in view.said:
            if kind == Kind.DISCARD and seat == view.seat and action:
                assert view.rules.exchange is not None
                self.laid = unpack_cards(action, view.rules.exchange.discards)
            elif kind == Kind.GIVE and action:
                assert view.rules.giving is not None
                self.gave.append((seat, unpack_cards(action, view.rules.giving.count)))
        exchange = view.rules.exchange
        self.hides: bool = exchange is not None and exchange.discards > 0 and view.declarer not in (NOBODY, view.seat)
        self.unseen: list[int] = self._unseen()
        self.certain: list[list[int]] = [self._certain(seat) for seat in range(seats)]
        self.bought: list[int] = self._bought()

    def _unseen(self) -> list[int]:
        seen = list(COPIES)
        for card in [*self.view.cards, *self.laid, *self.view.turned, *[card for _, card in self.view.played]]:
            seen[card] += 1
        unseen: list[int] = []
        for card in self.layout.deck:
            if seen[card]:
                seen[card] -= 1
            else:
                unseen.append(card)
        return unseen

    def _certain(self, seat: int) -> list[int]:
        """Return the copies that a seat must hold: of its melds, and of what the viewer gave it."""
        if seat == self.view.seat:
            return list(COPIES)
        shown = list(COPIES)
        for meld in self.view.melds:
            if meld.seat == seat:
                for card in meld.shown:
                    shown[card] += 1
        given = list(COPIES)
        for giver, cards in self.gave:
            for card in cards:
                if giver == self.view.seat:
                    given[card] += 1
                elif given[card]:
                    given[card] -= 1
        partner = self.gave and (self.view.seat + 2) % self.rules.seats == seat
        sure = [max(a, b) for a, b in zip(shown, given, strict=True)] if partner else shown
        for card in self.played[seat]:
            sure[card] = max(0, sure[card] - 1)
        return sure

    def _bought(self) -> list[int]:
        bought = list(COPIES)
        if not self.hides:
            return bought
        for card in self.view.kitty:
            bought[card] += 1
        for card in self.played[self.view.declarer]:
            bought[card] = max(0, bought[card] - 1)
        return bought


def cannot_hold(game: Game, view: View) -> list[i64]:
    """Play the view's cards on *game*; return for each seat the kinds it cannot hold any more.

    A card is impossible if, held beside the card that was played, it would have made that card illegal. Hands must obey
    each pair of their cards, so nothing possible is excluded and nothing impossible is left but what melds tell. The
    cards that seats hold in *game* do not matter.
    """
    layout = game.layout
    excluded: list[i64] = [0] * len(game.seats)
    first = True
    for number, card in view.played:
        bit: i64 = layout.bit[card]
        if number != view.seat:
            gone: i64 = excluded[number]
            if first and game.rules.tricks.lead is Lead.TRUMP_FIRST and not bit & game.trumps:
                gone |= game.trumps & layout.ones
            for other in layout.kinds:
                held: i64 = layout.bit[other]
                if other != card and not gone & held:
                    pair: i64 = bit | held
                    legal: i64 = following(game, pair) if game.trick else leading(game, pair)
                    if not legal & bit:
                        gone |= held
            excluded[number] = gone
        first = False
        if play(game, card, bit):  # in this game of made-up cards the contract is decided, or nobody has a card left
            game.hand.outcome = OPEN
            lead(game, game.winner)
    return excluded


def would_have_melded(view: View) -> list[i64]:
    """Return for each seat the kinds of which one more, beside what it showed, would have melded otherwise."""
    rules = view.rules
    layout = layout_of(rules.deck)
    excluded: list[i64] = [0] * rules.seats
    for meld in view.melds:
        assert rules.melds is not None
        shown: i64 = layout.hand(list(meld.shown))
        for card in layout.kinds:
            if meld.shown.count(card) < rules.deck.copies:
                best = best_meld(shown + layout.bit[card], view.trump, rules.melds, layout)
                if meld_points(best.counts, rules.melds) != meld.points:
                    excluded[meld.seat] |= layout.bit[card]
    return excluded
