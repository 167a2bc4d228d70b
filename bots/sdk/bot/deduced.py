"""What a seat cannot hold, as its plays have shown.

A play is legal, so the rules of following tell what its seat did not have. For each play: the kinds of card that
would have made it illegal are not in that hand, and come to no hand later, as nothing is dealt during the play.

- Who does not follow the suit led has none of it; nor has who adds a joker to it.
- Who neither follows nor trumps, where a trump is asked for, has no trump. Where only a trump that wins is asked for
  (pinochle-racehorse), it has no trump above the highest one on the table.
- Who plays under the best card, where it had to be beaten, has no higher one of that suit: neither of the suit led,
  nor of trump where it trumped under.
- Who leads a spade before they are broken has no other suit. So has who plays the first spade behind a joker.
- Who declares and does not lead trump first, where that is asked for, has no trump.

Nothing is guessed from cards that a good player would have played.
"""

from typing import Final

from arena.rules import Event, HandStarted, Kind, Lead, MustBeat, Played, Rules, Said, TrickWon, WhenVoid, layout_of

NOTHING: Final = 0


class Deduced:
    """The cards that each seat cannot hold: `cannot`, as bits of whole fields."""

    def __init__(self, rules: Rules) -> None:
        self.cannot = [NOTHING] * rules.seats
        self._duties = rules.tricks
        self._layout = layout_of(rules.deck)
        self._suited_cards = sum(self._layout.suits)
        self._start()

    def _start(self) -> None:
        """Begin a hand."""
        self.cannot = [NOTHING] * len(self.cannot)
        self._trumps = NOTHING if self._duties.trump is None else self._layout.suits[self._duties.trump]
        self._is_broken = False
        self._is_first = True  # the next card leads the first trick
        self._clear()

    def _clear(self) -> None:
        """Begin a trick."""
        self._suited = NOTHING  # the suit led, once there is one
        self._over_led = NOTHING  # what is above the highest card of the suit led
        self._over = NOTHING  # what is above the best card, in its suit
        self._is_trumped = False

    def observe(self, event: Event) -> None:
        """Fold in the next event of the seat that looks on."""
        if isinstance(event, Played):
            card = self._layout.field[event.card]
            self.cannot[event.seat] |= self._shown_by(card)
            self._put(event.card, card)
            self._is_first = False
        elif isinstance(event, TrickWon):
            self._clear()
        elif isinstance(event, HandStarted):
            self._start()
        elif isinstance(event, Said) and event.kind == Kind.TRUMP:
            self._trumps = self._layout.suits[event.action]

    def _shown_by(self, card: int) -> int:
        """Return the cards that would have made this play illegal."""
        if not self._suited:
            return self._shown_by_lead(card)
        if card & self._suited:
            return NOTHING if card & self._to_beat() else self._suited & self._to_beat()
        return self._suited | self._shown_by_void(card)

    def _shown_by_lead(self, card: int) -> int:
        """Return what a lead shows, or the card that sets the suit behind jokers."""
        lead = self._duties.lead
        if lead is Lead.TRUMP_ONCE_BROKEN and card & self._trumps and not self._is_broken:
            return self._suited_cards & ~self._trumps
        if lead is Lead.TRUMP_FIRST and self._is_first and not card & self._trumps:
            return self._trumps
        return NOTHING

    def _to_beat(self) -> int:
        """Return the cards of the suit led of which one had to be played, if any was held."""
        must_beat = self._duties.must_beat
        if must_beat is MustBeat.NEVER:
            return NOTHING
        if self._suited == self._trumps or not self._is_trumped:
            is_free = must_beat is MustBeat.TRUMP_LED and self._suited != self._trumps
            return NOTHING if is_free else self._over
        return self._over_led if must_beat is MustBeat.ALWAYS else NOTHING

    def _shown_by_void(self, card: int) -> int:
        """Return what a seat that cannot follow shows of its trumps."""
        when_void = self._duties.when_void
        if when_void is WhenVoid.ANYTHING:
            return NOTHING
        is_trump = card & self._trumps
        if not self._is_trumped or when_void is WhenVoid.ANY_TRUMP:
            return NOTHING if is_trump else self._trumps
        if card & self._over:
            return NOTHING
        return self._trumps & self._over if is_trump or when_void is WhenVoid.TRUMP_IF_IT_WINS else self._trumps

    def _put(self, code: int, card: int) -> None:
        """Put the card on the table."""
        above = self._layout.above[code]
        if not self._suited:  # a joker sets no suit
            self._suited = self._layout.suits[self._layout.suit[code]]
            self._over = self._over_led = above
            self._is_trumped = bool(card & self._trumps)
        elif card & self._suited:
            self._over = above if card & self._over else self._over
            self._over_led = above if card & self._over_led else self._over_led
        elif card & self._trumps:
            self._is_broken = True
            self._over = above if card & self._over or not self._is_trumped else self._over
            self._is_trumped = True
