"""Derive from a seat's view which unseen cards other seats can, must or cannot hold."""

from typing import Final

from arena.rules.games.game import Game
from arena.rules.games.view import View, laid_count
from arena.rules.hands.actions import Kind, unpack_cards
from arena.rules.hands.hand import OPEN
from arena.rules.hands.layout import Layout, layout_of
from arena.rules.hands.melding import best_meld, meld_points
from arena.rules.hands.table import NOBODY
from arena.rules.native import i64
from arena.rules.phases.tricks import TWO_OF_CLUBS, following, lead, leading, play
from arena.rules.rules import FirstLead, Lead, Phase, Rules, require

COPIES: Final = [0] * 64
# Kind of decision -> the phase that asks it.
ASKED_BY: Final = {
    Kind.BLIND: Phase.BIDS,
    Kind.BID: Phase.BIDS,
    Kind.AUCTION: Phase.AUCTION,
    Kind.WIDOW: Phase.WIDOW,
    Kind.DISCARD: Phase.DISCARD,
    Kind.TRUMP: Phase.TRUMP,
    Kind.GIVE: Phase.GIVE,
    Kind.THROW_IN: Phase.THROW_IN,
    Kind.PLAY: Phase.TRICKS,
}
ASKS_THE_DECLARER: Final = (Kind.WIDOW, Kind.DISCARD, Kind.TRUMP, Kind.THROW_IN)


class Evidence:
    """The facts about unseen cards that follow from a view; the viewer is the seat of the view.

    Attributes:
        kind: the kind of the viewer's decision; `PLAY` if none is open.
        declarer: the winner of the auction; `NOBODY` before its end.
        has_kitty: whether the declarer has taken the kitty.
        has_laid: whether the declarer has discarded.
        gifts: how many of the two gifts between partners have been made.
        played: by seat, the cards that it played, in order.
        laid: the cards that the viewer discarded.
        hides: whether the declarer made discards that the viewer has not seen.
        unseen: the code of each unseen card, once for each copy.
        certain: by seat and code, the copies that the seat must still hold: shown in melds, or given by the viewer.
        bought: by code, the copies that the viewer saw in the kitty and that the declarer holds or has discarded.
    """

    def __init__(self, view: View) -> None:
        self.view: Final = view
        self.rules: Final[Rules] = view.rules
        self.layout: Final[Layout] = layout_of(view.rules.deck)
        self.kind: Final[int] = Kind.PLAY if view.legal is None else view.legal.kind
        self.declarer: Final[int] = view.seat if self.kind in ASKS_THE_DECLARER else view.declarer
        self.has_kitty: Final[bool] = self._is_over(Phase.KITTY)
        self.has_laid: Final[bool] = self._is_over(Phase.DISCARD)
        self.gifts: int = 2 if self._is_over(Phase.GIVE) else 0
        if self.kind == Kind.GIVE and self.declarer == view.seat:
            self.gifts = 1  # the partner gives first
        seats = view.rules.seats
        self.played: list[list[int]] = [[] for _ in range(seats)]
        for seat, card in view.played:
            self.played[seat].append(card)
        self.gave: list[tuple[int, list[int]]] = []  # (giver, cards) of each gift that the viewer saw, in order
        self.laid: list[int] = []
        for seat, kind, action in view.said:
            if kind == Kind.DISCARD and seat == view.seat and action:
                self.laid = unpack_cards(action, laid_count(view.rules, kind))
            elif kind == Kind.GIVE and action:
                self.gave.append((seat, unpack_cards(action, laid_count(view.rules, kind))))
        exchange = view.rules.exchange
        hides = self.has_laid and exchange is not None and exchange.discards > 0
        self.hides: bool = hides and self.declarer not in (NOBODY, view.seat)
        self.unseen: list[int] = self._unseen()
        self.certain: list[list[int]] = [self._certain(seat) for seat in range(seats)]
        self.bought: list[int] = self._bought()

    def _is_over(self, phase: Phase) -> bool:
        phases = list(self.rules.phases)
        return phase in phases and phases.index(phase) < phases.index(ASKED_BY[self.kind])

    def _unseen(self) -> list[int]:
        seen = list(COPIES)
        turned_up = [] if self.has_kitty else self.view.kitty
        played = [card for _, card in self.view.played]
        for card in [*self.view.cards, *self.laid, *self.view.turned, *turned_up, *played]:
            seen[card] += 1
        unseen: list[int] = []
        for card in self.layout.deck:
            if seen[card]:
                seen[card] -= 1
            else:
                unseen.append(card)
        return unseen

    def _certain(self, seat: int) -> list[int]:
        """Return, by code, the copies that a seat must hold because of its melds and the viewer's gifts."""
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
        for card in self.played[self.declarer]:
            bought[card] = max(0, bought[card] - 1)
        return bought


def cannot_hold(game: Game, view: View) -> list[i64]:
    """Return by seat the set of cards that it cannot hold, as its plays show; apply these to *game*.

    A seat cannot hold a card that would have made one of its plays illegal. Only pairs of cards are compared, which
    excludes nothing possible. Apart from melds, nothing impossible is left. The cards that seats hold in *game* are not
    used.
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
                other_bit: i64 = layout.bit[other]
                if other != card and not gone & other_bit:
                    pair: i64 = bit | other_bit
                    legal: i64 = following(game, pair) if game.trick else leading(game, pair)
                    if not legal & bit:
                        gone |= other_bit
            excluded[number] = gone
        first = False
        if play(game, card, bit):  # the cards of *game* are invented, so the play may end too early in it
            game.hand.outcome = OPEN
            lead(game, game.winner)
    return excluded


def would_have_melded(view: View) -> list[i64]:
    """Return by seat a set of cards that it cannot hold hidden, since with one it would have melded otherwise."""
    rules = view.rules
    layout = layout_of(rules.deck)
    excluded: list[i64] = [0] * rules.seats
    for meld in view.melds:
        melds = require(rules.melds)
        shown: i64 = layout.hand(list(meld.shown))
        for card in layout.kinds:
            if meld.shown.count(card) < rules.deck.copies:
                best = best_meld(shown + layout.bit[card], view.trump, melds, layout)
                if meld_points(best.counts, melds) != meld.points:
                    excluded[meld.seat] |= layout.bit[card]
    return excluded


def not_dealt_two_of_clubs(view: View) -> list[i64]:
    """Return by seat the set of 2C alone if the first lead shows that it was not dealt 2C, else 0."""
    rules = view.rules
    excluded: list[i64] = [0] * rules.seats
    if rules.tricks.first_lead is FirstLead.HOLDER_OF_2C and view.played:
        leader = view.played[0][0]
        may_sit_out = rules.deal.dealer_one_less and leader == (view.dealer + 1) % rules.seats
        for seat in range(rules.seats):
            if seat != leader and not (may_sit_out and seat == view.dealer):
                excluded[seat] = layout_of(rules.deck).bit[TWO_OF_CLUBS]
    return excluded
