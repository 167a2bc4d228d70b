"""The view of a seat, in the words of the card table."""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from arena.rules import (
    BID_NAMES,
    KIND_NAMES,
    PASS,
    Event,
    HandStarted,
    Kind,
    Legal,
    Rules,
    TrickWon,
    best_meld,
    layout_of,
    meld_points,
    options_of,
    partner_of,
)
from arena.rules import View as CoreView
from arena.wire.actions import laid
from bots.sdk.bot.answers import answer_of, legal_answers
from bots.sdk.bot.cards import SUITS, Card, cards_of
from bots.sdk.bot.clock import UNTIMED
from bots.sdk.bot.fallback import fallback_of


class Play(NamedTuple):
    """A card on the table, and the seat that played it."""

    seat: int
    card: Card


class Trick(NamedTuple):
    """A finished trick: plays, the leader's first; winner; dummy's card."""

    plays: tuple[Play, ...]
    winner: int
    turned: Card | None = None


class Meld(NamedTuple):
    """What a seat melded; *lines* are (name, how many, points for them)."""

    seat: int
    points: int
    lines: tuple[tuple[str, int, int], ...]
    shown: tuple[Card, ...]


class View:
    """All that one seat knows.

    Seats are numbers from 0 in turn order; lists per seat have one entry for each. A view moves on with its game: copy
    what you want to keep.
    """

    def __init__(self, rules: Rules, seat: int) -> None:
        self.events: list[Event] = []  # all so far, in order
        self._core = CoreView(rules, seat)
        self._folded = 0  # how many of the events are in it
        self._is_looked_at = False
        self._won: list[TrickWon] = []  # of this hand
        self._history: list[Trick] = []
        self.cards = cards_of(rules)
        self.seat = seat
        self.seats = rules.seats
        self.variant = rules.name
        self.rules = rules
        self.clock = UNTIMED  # of the open decision, or of the last one

    def observe(self, *events: Event) -> None:
        """Take in the seat's next events; they are folded on first use."""
        self.events.extend(events)
        if self._is_looked_at:
            self._fold()

    @property
    def core(self) -> CoreView:
        """The rules core's own view, with card codes and action numbers."""
        if not self._is_looked_at:
            self._is_looked_at = True
            self._fold()
        return self._core

    def _fold(self) -> None:
        for event in self.events[self._folded :]:
            self._core.observe(event)
            if isinstance(event, TrickWon):
                self._won.append(event)
            elif isinstance(event, HandStarted):
                self._won, self._history = [], []
        self._folded = len(self.events)

    @property
    def asked(self) -> Legal | None:
        """The core's legal answers to the open decision; None if none is."""
        return self._core.legal

    @asked.setter
    def asked(self, legal: Legal | None) -> None:
        self._core.legal = legal

    @property
    def history(self) -> list[Trick]:
        """The finished tricks of this hand."""
        played = self.core.played
        for won in self._won[len(self._history) :]:
            first = len(self._history) * self.seats
            plays = tuple([Play(seat, self.cards[code]) for seat, code in played[first : first + self.seats]])
            turned = self.cards[won.turned] if won.turned >= 0 else None
            self._history.append(Trick(plays, won.seat, turned))
        return self._history

    @property
    def hand(self) -> list[Card]:
        """The own cards: suits S D C H, high to low. Empty before `blind` is answered."""
        cards = self.cards
        return [cards[code] for code in self.core.cards]

    @property
    def kind(self) -> str:
        """What is asked: "play", "bid", ...; "none" when nothing is."""
        return KIND_NAMES[Kind.NONE if self.asked is None else self.asked.kind]

    @property
    def legal(self) -> Sequence[Any]:
        """The legal answers: cards, bids, suits or words.

        For `auction` the range of bids (see `may_pass`); for `discard` and `give` the cards of which `count` are to be
        chosen (see `may_concede`).
        """
        return [] if self.asked is None else legal_answers(self.asked, self.cards)

    @property
    def may_pass(self) -> bool:
        """Whether "pass" is legal in the auction."""
        return self.asked is not None and self.asked.may_pass

    @property
    def may_concede(self) -> bool:
        """Whether "concede" is legal in place of cards."""
        return self.asked is not None and self.asked.may_concede

    @property
    def count(self) -> int:
        """How many cards are to be discarded or given."""
        return 0 if self.asked is None else self.asked.count

    @property
    def fallback(self) -> Any:
        """What the arena would answer for this seat: legal, not wise."""
        return answer_of(self.asked.kind if self.asked else 0, fallback_of(self.core), self.cards)

    @property
    def to_act(self) -> int | None:
        """This seat while it is asked, else None, even in another's turn."""
        return None if self.asked is None else self.seat

    @property
    def trick(self) -> list[Play]:
        """The cards on the table, the leader's first; none for the leader."""
        cards = self.cards
        return [Play(seat, cards[code]) for seat, code in self.core.trick]

    @property
    def winning(self) -> Play | None:
        """The play that takes the trick so far; None without one."""
        best: Play | None = None
        for play in self.trick:
            if best is None or self.beats(play.card, best.card):
                best = play
        return best

    def beats(self, card: Card, best: Card) -> bool:
        """Return whether *card*, played after *best*, takes the trick from it.

        Of two copies the first wins; a joker never does.
        """
        if not best.suit:
            return card.suit != ""
        if card.suit == best.suit:
            return card.strength > best.strength
        return card.suit == self.trump

    @property
    def trump(self) -> str | None:
        """The trump suit; None before it is named."""
        return SUITS[self.core.trump] if self.core.trump >= 0 else None

    @property
    def tricks(self) -> list[int]:
        """Tricks won in this hand, per seat."""
        return self.core.tricks

    @property
    def bids(self) -> list[int | str | None]:
        """The last bid per seat: a number, a name, "pass", or None."""
        return [self._bid(bid) for bid in self.core.bids]

    def _bid(self, bid: int) -> int | str | None:
        if bid < 0:
            return None
        if self.rules.auction is not None:
            return bid if bid != PASS else "pass"
        return BID_NAMES.get(bid, bid)

    @property
    def high_bid(self) -> int:
        """The contract, else the auction's highest bid so far, else 0."""
        return self.core.bid if self.core.bid >= 0 else max(0, *self.core.bids)

    @property
    def passed(self) -> list[bool]:
        """Whether each seat has passed in this auction."""
        out = {seat for seat, kind, action in self.core.said if kind == Kind.AUCTION and action == PASS}
        return [seat in out for seat in range(self.seats)]

    @property
    def declarer(self) -> int | None:
        """The seat that won the auction; None before, and in spades."""
        return self.core.declarer if self.core.declarer >= 0 else None

    @property
    def partner(self) -> int | None:
        """The partner for the whole match; None where everybody plays alone."""
        partner = partner_of(self.rules, self.seat)
        return partner if partner >= 0 else None

    @property
    def dealer(self) -> int:
        """The dealer's seat."""
        return self.core.dealer

    @property
    def number(self) -> int:
        """The number of the hand, from 0."""
        return self.core.number

    @property
    def kitty(self) -> list[Card]:
        """The kitty's cards as far as this seat has seen them."""
        return [self.cards[code] for code in self.core.kitty]

    @property
    def melds(self) -> list[Meld]:
        """The melds of this hand, in order."""
        return [
            Meld(meld.seat, meld.points, meld.melds, tuple(self.cards[code] for code in meld.shown))
            for meld in self.core.melds
        ]

    @property
    def scores(self) -> list[int]:
        """Scores of the game, per seat."""
        return self.core.scores

    @property
    def bags(self) -> list[int]:
        """Bags of the game, per seat (spades)."""
        return self.core.bags

    @property
    def pot(self) -> int:
        """Dollars in the kitty (pinochle-chips, whose `scores` are the purses)."""
        return self.core.pot

    @property
    def wins(self) -> list[int]:
        """Games won, per seat."""
        return self.core.wins

    @property
    def options(self) -> dict[str, Any]:
        """Every option of the game, by name, as in its record."""
        return options_of(self.rules)

    @property
    def discarded(self) -> list[Card]:
        """The cards that this seat has laid away."""
        said = self.core.said
        codes = [laid(action) for seat, kind, action in said if kind == Kind.DISCARD and seat == self.seat]
        return [self.cards[code] for cards in codes for code in cards]

    @property
    def unseen(self) -> Counter[Card]:
        """How many copies of each card this seat has not seen yet."""
        return Counter(self.cards[code] for code in layout_of(self.rules.deck).sorted(self._unseen_mask()))

    def is_master(self, card: Card) -> bool:
        """Return whether nobody else can hold a higher card of its suit.

        False for a joker, which never wins.
        """
        return card.suit != "" and not layout_of(self.rules.deck).above[card.code] & self._unseen_mask()

    def meld_points(self, trump: str, without: Iterable[Card] = ()) -> int:
        """Return the own cards' meld with this trump, less *without* (pinochle)."""
        layout = layout_of(self.rules.deck)
        assert self.rules.melds is not None, f"there are no melds in {self.variant}"
        cards = layout.hand(self.core.cards) - layout.hand([card.code for card in without])
        return meld_points(best_meld(cards, SUITS.index(trump), self.rules.melds, layout).counts, self.rules.melds)

    def _unseen_mask(self) -> int:
        """Return the unseen cards as the core's packed integer."""
        layout = layout_of(self.rules.deck)
        core = self.core
        seen = [*core.cards, *core.turned, *(card.code for card in self.discarded)]
        return layout.hand(layout.deck) - layout.hand(seen) - layout.hand([code for _, code in core.played])

    def __str__(self) -> str:
        return "\n".join(told(self))


def told(view: View) -> list[str]:
    """Return the view in lines, for people."""
    lines = [f"{view.variant}, hand {view.number + 1}, seat {view.seat} of {view.seats}, dealer {view.dealer}"]
    lines.append(f"scores {_row(view.scores)}" + (f", bags {_row(view.bags)}" if view.rules.bags else ""))
    lines.append(f"bids   {_row(view.bids)}, tricks {_row(view.tricks)}")
    if view.declarer is not None:
        lines.append(f"seat {view.declarer} declares {view.high_bid}, trump {view.trump or 'not named'}")
    lines += [f"seat {meld.seat} melded {meld.points}: {_row(meld.shown)}" for meld in view.melds]
    lines.append(f"hand   {_row(view.hand)}")
    if view.trick:
        lines.append("trick  " + ", ".join(f"seat {seat} {card}" for seat, card in view.trick))
    if view.asked is not None:
        lines.append(f"asked  {view.kind}: {view.asked.describe()}")
    return lines


def _row(values: Iterable[object]) -> str:
    return " ".join("-" if value is None else str(value) for value in values)
