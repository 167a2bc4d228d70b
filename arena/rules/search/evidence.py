"""Evidence of a seat's view about unseen cards: possible and impossible places."""

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
# The phase of each kind of decision.
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
    """The unseen cards of a hand at a decision of the viewer, according to its view.

    Attributes:
        kind: of the viewer's decision; a view without an open decision counts as one of the play.
        declarer: winner of the auction; `NOBODY` during it.
        has_kitty: whether the declarer has taken the kitty.
        has_laid: whether the declarer has laid cards away.
        gifts: how many of the two gifts between partners are over.
        played: for each seat its played cards, in order.
        laid: the cards that the viewer itself laid away.
        hides: whether the declarer laid cards away that the viewer has not seen.
        unseen: the code of every unseen card, copies one by one.
        certain: seat -> code -> copies that the seat must still hold: shown in melds, or given to it.
        bought: code -> copies in the kitty that the viewer saw, which the declarer holds or laid away.
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
        self.gave: list[tuple[int, list[int]]] = []  # (giver, cards) of gifts that the viewer saw, in order
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
        """Return the copies that a seat must hold: of its melds, and of the viewer's gifts."""
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
    """Play the view's cards on *game*; return for each seat the kinds that it cannot hold any more.

    A card is impossible if, together with the card that was played, it would have made that card illegal. Hands must
    obey each pair of their cards. So nothing possible is excluded, and nothing impossible is left except by melds. The
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
                other_bit: i64 = layout.bit[other]
                if other != card and not gone & other_bit:
                    pair: i64 = bit | other_bit
                    legal: i64 = following(game, pair) if game.trick else leading(game, pair)
                    if not legal & bit:
                        gone |= other_bit
            excluded[number] = gone
        first = False
        if play(game, card, bit):  # in this game of made-up cards the contract is decided, or no cards are left
            game.hand.outcome = OPEN
            lead(game, game.winner)
    return excluded


def would_have_melded(view: View) -> list[i64]:
    """Return for each seat the kinds with which, in addition to its shown cards, it would have melded differently."""
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
    """Return 2C for each seat that would have led the first trick with it, if its holder leads."""
    rules = view.rules
    excluded: list[i64] = [0] * rules.seats
    if rules.tricks.first_lead is FirstLead.HOLDER_OF_2C and view.played:
        leader = view.played[0][0]
        may_sit_out = rules.deal.dealer_one_less and leader == (view.dealer + 1) % rules.seats
        for seat in range(rules.seats):
            if seat != leader and not (may_sit_out and seat == view.dealer):
                excluded[seat] = layout_of(rules.deck).bit[TWO_OF_CLUBS]
    return excluded
