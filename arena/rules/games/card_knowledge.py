"""Track which cards one seat knows to be in other hands, and how many cards each seat holds.

All of this follows from the seat's own events, which `View` reads too.
"""

from collections import Counter

from arena.rules.games.view import laid_count
from arena.rules.hands.actions import Kind, unpack_cards
from arena.rules.hands.events import CardsHidden, Event, HandStarted, KittyTaken, Melded, Played, Said
from arena.rules.phases.deal import hand_size
from arena.rules.rules import Rules
from arena.rules.sides import partner_of


class CardKnowledge:
    """The knowledge of one seat about all hands of cards; `observe` updates it.

    Attributes:
        sizes: how many cards each seat holds.
        known: for each other seat, the cards that it certainly holds: taken openly, melded, or exchanged with this
            seat.
        laid: the cards that this seat laid away in this hand.
    """

    def __init__(self, rules: Rules, seat: int) -> None:
        """Start before the first event of a game."""
        self.sizes: list[int] = [0] * rules.seats
        self.known: list[Counter[int]] = [Counter() for _ in range(rules.seats)]
        self.laid: list[int] = []
        self._seat = seat
        self._rules = rules

    def observe(self, event: Event) -> None:
        """Update the knowledge with the next event of this seat."""
        if isinstance(event, HandStarted):
            self.sizes = [hand_size(self._rules, event.dealer, seat) for seat in range(self._rules.seats)]
            self.known = [Counter() for _ in range(self._rules.seats)]
            self.laid = []
        elif isinstance(event, KittyTaken):
            self.sizes[event.seat] += self._rules.deal.kitty
            self.known[event.seat] += Counter(event.cards)
        elif isinstance(event, Melded):
            self.known[event.seat] |= Counter(event.shown)
        elif isinstance(event, Played):
            self.sizes[event.seat] -= 1
            self.known[event.seat] -= Counter([event.card])
        elif isinstance(event, CardsHidden):
            # The hidden cards may be any of the seat's cards, so fewer copies are certain.
            left = self.known[event.seat]
            self.known[event.seat] = Counter({card: max(count - event.count, 0) for card, count in left.items()})
            self._count(event.seat, event.kind, event.count)
        elif isinstance(event, Said) and event.action and event.kind in (Kind.DISCARD, Kind.GIVE):
            self._move(event, unpack_cards(event.action, laid_count(self._rules, event.kind)))

    def _move(self, event: Said, cards: list[int]) -> None:
        self._count(event.seat, event.kind, len(cards))
        if event.kind == Kind.DISCARD:
            self.laid = cards
        elif event.seat == self._seat:
            self.known[partner_of(self._rules, self._seat)] += Counter(cards)
        else:
            self.known[event.seat] -= Counter(cards)

    def _count(self, seat: int, kind: int, count: int) -> None:
        self.sizes[seat] -= count
        if kind == Kind.GIVE:
            self.sizes[partner_of(self._rules, seat)] += count
