"""A seat's events, folded into the core's view once somebody looks."""

from arena.rules import Event, HandStarted, Kind, Rules, TrickWon
from arena.rules import View as CoreView
from arena.wire.laying import laid
from bots.sdk.bot.cards import cards_of
from bots.sdk.bot.counted import Won
from bots.sdk.bot.listed import Trick
from bots.sdk.bot.reckoned import Reckoned


class FoldedView:
    """The events of a seat, and what they come to in the core's numbers.

    A view that nobody looks at costs a list of events and no more.
    """

    def __init__(self, rules: Rules, seat: int) -> None:
        self.events: list[Event] = []  # all so far, in order
        self._core = CoreView(rules, seat)
        self._folded = 0  # how many of the events are in it
        self._is_looked_at = False
        self._won: list[tuple[list[tuple[int, int]], TrickWon]] = []  # of this hand: the plays, and what ended them
        self._history: list[Trick] = []  # those of them that were listed
        self._reckoning: Reckoned | None = None
        self.cards = cards_of(rules)
        self.seat = seat
        self.seats = rules.seats
        self.variant = rules.name
        self.rules = rules

    @property
    def core(self) -> CoreView:
        """The rules core's own view, with card codes and action numbers."""
        if not self._is_looked_at:
            self._is_looked_at = True
            self._fold()
        return self._core

    def observe(self, *events: Event) -> None:
        """Take in the seat's next events; the kit calls it."""
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
        """Return the finished tricks as the core has them."""
        return self._won if self._is_looked_at or self.core else []

    def _discarded(self) -> list[int]:
        said = self.core.said
        cards = [laid(action) for seat, kind, action in said if kind == Kind.DISCARD and seat == self.seat]
        return [code for codes in cards for code in codes]

    @property
    def _reckoned(self) -> Reckoned:
        """What takes more to know than the core's view; folded when it is asked for."""
        if self._reckoning is None:
            self._reckoning = Reckoned(self.rules, self.seat)
        self._reckoning.follow(self.events)
        return self._reckoning
