"""A seat that follows a game, for a replay as it saw the hand."""

from arena.rules.games.game import Game
from arena.rules.games.view import View
from arena.rules.games.whereabouts import Whereabouts
from arena.rules.hands.events import HandStarted, Hid
from arena.rules.hands.layout import layout_of
from arena.rules.rules import Rules


class Eye:
    """A seat that follows a game: its view, and the cards it knows others to hold.

    Attributes:
        view: its view, folded as far as it has followed.
        missed: whether the last events had cards laid or given that it may not see.
    """

    def __init__(self, rules: Rules, seat: int) -> None:
        """Begin before a game's first event."""
        self.view = View(rules, seat)
        self.missed = False
        self._seat = seat
        self._rules = rules
        self._since = 0
        self._where = Whereabouts(rules, seat)

    @property
    def laid(self) -> list[int]:
        """The cards it laid away in this hand."""
        return self._where.laid

    def follow(self, game: Game, hand: int) -> None:
        """See all that *game* has told the seat by now, up to the end of *hand*."""
        self.missed = False
        for event in game.events(self._seat, self._since):
            if isinstance(event, HandStarted) and event.number > hand:
                return
            self.view.observe(event)
            self._where.observe(event)
            self.missed = self.missed or isinstance(event, Hid)
            self._since += 1

    def cards(self, seat: int) -> list[int]:
        """Return the cards that *seat* holds for all this one knows, in the sheet's order."""
        if seat == self._seat:
            return self.view.cards
        layout = layout_of(self._rules.deck)
        return layout.sorted(layout.hand(list(self._where.known[seat].elements())))
