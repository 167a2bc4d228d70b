"""What one seat knows of where the cards are, for a replay as it saw the hand.

It follows from the seat's own events, the ones that `View` folds: what they do not tell, it does not know.
"""

from collections import Counter

from arena.rules.games.game import Game
from arena.rules.games.view import View, laid_count
from arena.rules.hands.actions import Kind, unpack_cards
from arena.rules.hands.events import Event, HandStarted, Hid, KittyTaken, Melded, Played, Said
from arena.rules.hands.layout import layout_of
from arena.rules.rules import Rules
from arena.rules.sides import partner_of


class Eye:
    """A seat that follows a game: its view, and the cards it knows others to hold.

    Attributes:
        view: its view, folded as far as it has followed.
        laid: the cards it laid away in this hand.
        missed: whether the last events had cards laid or given that it may not see.
    """

    def __init__(self, rules: Rules, seat: int) -> None:
        """Begin before a game's first event."""
        self.view = View(rules, seat)
        self.laid: list[int] = []
        self.missed = False
        self._seat = seat
        self._rules = rules
        self._since = 0
        self._known: list[Counter[int]] = [Counter() for _ in range(rules.seats)]

    def follow(self, game: Game, hand: int) -> None:
        """See all that *game* has told the seat by now, up to the end of *hand*."""
        self.missed = False
        for event in game.events(self._seat, self._since):
            if isinstance(event, HandStarted) and event.number > hand:
                return
            self.view.observe(event)
            self._note(event)
            self._since += 1

    def cards(self, seat: int) -> list[int]:
        """Return the cards that *seat* holds for all this one knows, in the sheet's order."""
        if seat == self._seat:
            return self.view.cards
        layout = layout_of(self._rules.deck)
        return layout.sorted(layout.hand(list(self._known[seat].elements())))

    def _note(self, event: Event) -> None:
        if isinstance(event, HandStarted):
            self.laid = []
            self._known = [Counter() for _ in range(self._rules.seats)]
        elif isinstance(event, KittyTaken):
            self._known[event.seat] += Counter(event.cards)
        elif isinstance(event, Melded):
            self._known[event.seat] |= Counter(event.shown)
        elif isinstance(event, Played):
            self._known[event.seat] -= Counter([event.card])
        elif isinstance(event, Hid):
            self.missed = True
            # any of its cards may be among them: of each so many fewer are sure
            left = self._known[event.seat]
            self._known[event.seat] = Counter({card: max(count - event.count, 0) for card, count in left.items()})
        elif isinstance(event, Said) and event.action and event.kind in (Kind.DISCARD, Kind.GIVE):
            self._move(event, unpack_cards(event.action, laid_count(self._rules, event.kind)))

    def _move(self, event: Said, cards: list[int]) -> None:
        """Note cards that this seat laid or gave, or was given."""
        if event.kind == Kind.DISCARD:
            self.laid = cards
        elif event.seat == self._seat:
            self._known[partner_of(self._rules, self._seat)] += Counter(cards)
        else:
            self._known[event.seat] -= Counter(cards)
