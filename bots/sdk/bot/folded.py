"""Base classes of `View`, which compute it from the seat's events."""

from collections import Counter

from arena.rules import Event, HandStarted, Kind, Rules, TrickWon, layout_of
from arena.rules import View as CoreView
from arena.wire.laying import unpack_laid_cards
from bots.sdk.bot.cards import SUITS, Card, Trick, cards_of
from bots.sdk.bot.knowledge import Deductions, Won


class FoldedView:
    """The events that one seat received, and the rules core's view computed from them.

    The core's view is computed when it is first used.
    """

    def __init__(self, rules: Rules, seat: int) -> None:
        self.events: list[Event] = []  # all events so far, in order
        self._core = CoreView(rules, seat)
        self._folded = 0  # number of events in `_core`
        self._is_looked_at = False
        self._won: list[tuple[list[tuple[int, int]], TrickWon]] = []  # finished tricks of this hand
        self._history: list[Trick] = []  # the same tricks, in the form of `history`
        self._deduced: Deductions | None = None
        self.cards = cards_of(rules)
        self.seat = seat
        self.seats = rules.seats
        self.variant = rules.name
        self.rules = rules

    @property
    def core(self) -> CoreView:
        """The rules core's own view of the game, with card codes and action numbers."""
        if not self._is_looked_at:
            self._is_looked_at = True
            self._fold()
        return self._core

    def observe(self, *events: Event) -> None:
        """Add the next events of this seat. Only the kit calls this."""
        self.events.extend(events)
        if self._is_looked_at:
            self._fold()

    def _fold(self) -> None:
        for event in self.events[self._folded :]:
            if isinstance(event, TrickWon):
                self._won.append((self._core.trick, event))
            elif isinstance(event, HandStarted):
                self._won, self._history = [], []
            self._core.observe(event)
        self._folded = len(self.events)

    def _tricks_won(self) -> Won:
        return self._won if self._is_looked_at or self.core else []

    def _discarded(self) -> list[int]:
        said = self.core.said
        cards = [unpack_laid_cards(action) for seat, kind, action in said if kind == Kind.DISCARD and seat == self.seat]
        return [code for codes in cards for code in codes]

    @property
    def _deductions(self) -> Deductions:
        """Facts that follow from the events but are not in the core's view; computed on demand."""
        if self._deduced is None:
            self._deduced = Deductions(self.rules, self.seat)
        self._deduced.follow(self.events)
        return self._deduced


class HeldCardsView(FoldedView):
    """The seat's own cards, and the facts that it can deduce about the others' cards."""

    @property
    def hand(self) -> list[Card]:
        """The seat's own cards, as `[AS, KD, 2D]`: suits S D C H, each from high to low.

        The list is empty before `blind` is answered.
        """
        cards = self.cards
        return [cards[code] for code in self.core.cards]

    @property
    def hand_sizes(self) -> list[int]:
        """The number of cards of each seat, as `[9, 9, 8, 8]`."""
        return list(self._deductions.where.sizes)

    @property
    def unseen(self) -> Counter[Card]:
        """The cards that this seat has not seen, with the number of copies, as `Counter({AS: 2, QD: 1})`.

        These are all cards that are not in the own hand, not played and not laid away by this seat. Other seats or a
        dummy may hold them, or they are laid away. Melded cards that are still in a hand are included.
        """
        return self._counter(self._unseen_mask())

    @property
    def known(self) -> list[list[Card]]:
        """The cards that each seat certainly holds, as `[[AS, KD], [], [QD]]`.

        For other seats these are shown melds, a kitty taken face up, and cards that this seat gave away.
        """
        layout = layout_of(self.rules.deck)
        hands = [layout.hand(list(each.elements())) for each in self._deductions.where.known]
        known = [[self.cards[code] for code in layout.sorted(hand)] for hand in hands]
        known[self.seat] = self.hand
        return known

    @property
    def voids(self) -> list[frozenset[str]]:
        """The suits of which each seat certainly has no card, as `[{"D"}, set(), {"C", "H"}]`.

        For other seats, `may_hold` contains no card of such a suit.
        """
        suits = list(zip(SUITS, layout_of(self.rules.deck).suits, strict=False))
        masks = [self._may_hold(seat) for seat in range(self.seats)]
        return [frozenset(suit for suit, cards in suits if not mask & cards) for mask in masks]

    def may_hold(self, seat: int) -> Counter[Card]:
        """Return the cards that a seat may hold, as `Counter({AS: 2, QD: 1})`.

        These are the `unseen` cards, without those that the seat's plays rule out. A seat that does not follow has no
        card of that suit. A seat that must trump or beat, and does not, has no card to do so. A seat that leads spades
        before they are broken has only spades.
        """
        return self._counter(self._may_hold(seat))

    def is_master(self, card: Card) -> bool:
        """Return whether no other seat can hold a higher card of the suit of *card*, as `True`.

        False for a joker, which never wins.
        """
        return card.suit != "" and not layout_of(self.rules.deck).above[card.code] & self._unseen_mask()

    def _counter(self, mask: int) -> Counter[Card]:
        return Counter(self.cards[code] for code in layout_of(self.rules.deck).sorted(mask))

    def _may_hold(self, seat: int) -> int:
        """Return the cards that a seat may hold, as a packed set: an integer with bits for each card."""
        if seat != self.seat:
            return self._unseen_mask() & ~self._deductions.cannot[seat]
        layout = layout_of(self.rules.deck)
        is_seen = self.core.cards or self.core.played  # the hand is hidden until `blind` is answered
        return layout.hand(self.core.cards if is_seen else layout.deck)

    def _unseen_mask(self) -> int:
        layout = layout_of(self.rules.deck)
        core = self.core
        seen = [*core.cards, *core.turned, *self._discarded()]
        return layout.hand(layout.deck) - layout.hand(seen) - layout.hand([code for _, code in core.played])
