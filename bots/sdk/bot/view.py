"""The view of a seat: everything that a bot may know about its game."""

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, Generic

from arena.rules import (
    BID_NAMES,
    KIND_NAMES,
    PASS,
    Kind,
    Legal,
    Rules,
    best_meld,
    layout_of,
    meld_points,
    options_of,
    partner_of,
)
from bots.sdk.bot.answers import answer_of, legal_answers
from bots.sdk.bot.cards import SUITS, Call, Card, Meld, Play, Trick
from bots.sdk.bot.clock import UNTIMED
from bots.sdk.bot.folded import HeldCardsView
from bots.sdk.bot.knowledge import fallback_of, needs_of, points_of
from bots.sdk.bot.traces import describe_view

if TYPE_CHECKING:
    from typing_extensions import TypeVar  # its `default` lets `View` stand alone; too slow to import for a bot

    Choice = TypeVar("Choice", covariant=True, default=Any)
else:
    from typing import TypeVar

    Choice = TypeVar("Choice", covariant=True)

CALLS = (Kind.BLIND, Kind.BID, Kind.AUCTION)


class View(HeldCardsView, Generic[Choice]):
    """Everything that one seat knows: the argument of a bot's methods.

    `View[Card]` is a view whose `legal` lists cards, as in `play`; without a type checker write `View`. Seats are
    numbers from 0 in turn order; lists "per seat" have one entry for each seat. A view changes with its game, so copy
    the values that you want to keep. `print(view)` shows the view.

    Attributes:
        variant: The game's name, "spades-4".
        seat, seats: The own seat, and the number of seats.
        rules: The rules of the game, as an object of the rules core; `options` has them by name.
        cards: All cards, indexed by the arena's card codes: `view.cards[12]` is AS.
        clock: The time for this decision; see `help(Clock)`.
        events: All events that the seat received, in order.
    """

    def __init__(self, rules: Rules, seat: int) -> None:
        super().__init__(rules, seat)
        self.clock = UNTIMED  # clock of the open decision, or of the last one

    # The open decision

    @property
    def kind(self) -> str:
        """The kind of decision, which is a method's name, as `"play"`; "none" if no decision is open."""
        return KIND_NAMES[Kind.NONE if self.asked is None else self.asked.kind]

    @property
    def legal(self) -> Sequence[Choice]:
        """The legal answers: cards, bids, suits or words, as `[KD, 2D]`.

        In `auction` this is the range of bids (see also `may_pass`). In `discard` and `give` it lists the cards to
        choose `count` from (see also `may_concede`). Cards are in the order of `hand`, bids from the lowest.
        """
        return [] if self.asked is None else legal_answers(self.asked, self.cards)

    @property
    def may_pass(self) -> bool:
        """Whether "pass" is legal in the auction, as `True`."""
        return self.asked is not None and self.asked.may_pass

    @property
    def may_concede(self) -> bool:
        """Whether "concede" is legal instead of cards, as `False`."""
        return self.asked is not None and self.asked.may_concede

    @property
    def count(self) -> int:
        """The number of cards to discard or give, as `3`; else 0."""
        return 0 if self.asked is None else self.asked.count

    @property
    def fallback(self) -> Any:
        """The arena's fallback for this decision, as `2D`: a legal answer, but not a clever one."""
        return answer_of(self.asked.kind if self.asked else 0, fallback_of(self.core), self.cards)

    @property
    def to_act(self) -> int | None:
        """This seat if it has an open decision, as `0`; else None, even in another seat's turn."""
        return None if self.asked is None else self.seat

    @property
    def asked(self) -> Legal | None:
        """The legal answers to the open decision, as an object of the rules core; None if no decision is open."""
        return self._core.legal

    @asked.setter
    def asked(self, legal: Legal | None) -> None:
        self._core.legal = legal

    # Tricks and melds

    @property
    def trick(self) -> list[Play]:
        """The cards on the table in the order of play, as `[Play(2, KD)]`."""
        cards = self.cards
        return [Play(seat, cards[code]) for seat, code in self.core.trick]

    @property
    def winning(self) -> Play | None:
        """The play that wins the trick so far, as `Play(2, KD)`; None if the table is empty."""
        best: Play | None = None
        for play in self.trick:
            if best is None or self.beats(play.card, best.card):
                best = play
        return best

    @property
    def history(self) -> list[Trick]:
        """The finished tricks of this hand, as `[Trick((Play(0, KD), Play(1, AD)), 1, None)]`."""
        cards = self.cards
        tricks = self._tricks_won()
        for number in range(len(self._history), len(tricks)):
            plays, won = tricks[number]
            turned = cards[won.turned] if won.turned >= 0 else None
            self._history.append(Trick(tuple([Play(seat, cards[code]) for seat, code in plays]), won.seat, turned))
        return self._history

    @property
    def tricks(self) -> list[int]:
        """The number of tricks won in this hand, per seat, as `[2, 0, 1, 1]`."""
        return self.core.tricks

    @property
    def points(self) -> list[int]:
        """The points taken in tricks in this hand, per seat, as `[7, 0, 11]`.

        In spades a trick is a point. In pinochle these are the counters, the points of the last trick once it is
        played, and the counters that this seat has laid away. Only the declarer knows its own discards.
        """
        return points_of(self.core, self._tricks_won(), self._discarded())

    @property
    def kitty(self) -> list[Card]:
        """The cards of the kitty that this seat has seen, as `[AS, QD, 9H]`."""
        return [self.cards[code] for code in self.core.kitty]

    @property
    def discarded(self) -> list[Card]:
        """The cards that this seat has laid away, as `[TS, QD, 9H]`."""
        return [self.cards[code] for code in self._discarded()]

    @property
    def melds(self) -> list[Meld]:
        """The melds of this hand, as `[Meld(0, 4, (("marriage", 2, 4),), (KD, QD))]`."""
        return [
            Meld(meld.seat, meld.points, meld.melds, tuple(self.cards[code] for code in meld.shown))
            for meld in self.core.melds
        ]

    def beats(self, card: Card, best: Card) -> bool:
        """Return whether *card*, played after *best*, the best card so far, wins the trick, as `True`.

        The first of two copies wins; a joker never does.
        """
        if not best.suit:
            return card.suit != ""
        if card.suit == best.suit:
            return card.strength > best.strength
        return card.suit == self.trump

    def meld_points(self, trump: str, without: Iterable[Card] = ()) -> int:
        """Return the points that the own cards meld with this trump suit, as `23`. *without*: cards to leave out."""
        layout = layout_of(self.rules.deck)
        assert self.rules.melds is not None, f"there are no melds in {self.variant}"
        cards = layout.hand(self.core.cards) - layout.hand([card.code for card in without])
        return meld_points(best_meld(cards, SUITS.index(trump), self.rules.melds, layout).counts, self.rules.melds)

    # Bidding and contract

    @property
    def calls(self) -> list[Call]:
        """All calls of this hand's bidding in order, as `[Call(1, 4), Call(2, "nil")]`.

        In spades, a seat that could have bid blind first calls "look", then bids.
        """
        return [
            Call(seat, answer_of(kind, action, self.cards)) for seat, kind, action in self.core.said if kind in CALLS
        ]

    @property
    def bids(self) -> list[int | str | None]:
        """The last bid of each seat, as `[3, "nil", "pass", None]`; None before its first bid."""
        return [self._bid(bid) for bid in self.core.bids]

    @property
    def high_bid(self) -> int:
        """The bid of the contract, before that the highest bid so far, as `21`; 0 without a bid."""
        return self.core.bid if self.core.bid >= 0 else max(0, *self.core.bids)

    @property
    def passed(self) -> list[bool]:
        """Whether each seat has passed in this auction, as `[False, True, False]`."""
        out = {seat for seat, kind, action in self.core.said if kind == Kind.AUCTION and action == PASS}
        return [seat in out for seat in range(self.seats)]

    @property
    def declarer(self) -> int | None:
        """The seat that won the auction, as `2`; None before that, and in spades."""
        return self.core.declarer if self.core.declarer >= 0 else None

    @property
    def trump(self) -> str | None:
        """The trump suit, as `"S"`; None before it is named."""
        return SUITS[self.core.trump] if self.core.trump >= 0 else None

    @property
    def needs(self) -> list[int | None]:
        """The tricks or points that each seat's bid still needs, as `[2, 0, -1, None]`; None without a bid.

        In spades these are tricks; a number below 0 is the excess, or a broken nil. In pinochle these are the points,
        after melds, that the declarer's side lacks; at 0 or less the bid is made. The number is at least 1 while the
        side lacks the trick or the point that saves its meld. The declarer's discards count only in its own view.
        """
        return needs_of(self.core, self.points)

    # The game

    @property
    def partner(self) -> int | None:
        """The partner's seat, as `2`; None where each seat plays alone."""
        partner = partner_of(self.rules, self.seat)
        return partner if partner >= 0 else None

    @property
    def dealer(self) -> int:
        """The dealer's seat, as `3`."""
        return self.core.dealer

    @property
    def number(self) -> int:
        """The number of this hand in the game, from 0, as `1`."""
        return self.core.number

    @property
    def scores(self) -> list[int]:
        """The score of the game so far, per seat, as `[120, -40, 61]`; dollars in pinochle-chips."""
        return self.core.scores

    @property
    def bags(self) -> list[int]:
        """The bags collected so far, per seat, as `[3, 0, 9, 1]` (spades)."""
        return self.core.bags

    @property
    def pot(self) -> int:
        """The dollars in the kitty, as `75` (pinochle-chips)."""
        return self.core.pot

    @property
    def wins(self) -> list[int]:
        """The games won in a series, per seat, as `[0, 1, 0]`."""
        return self.core.wins

    @property
    def options(self) -> dict[str, Any]:
        """All options of the game by name, as `{"target": 500}`."""
        return options_of(self.rules)

    def __str__(self) -> str:
        return "\n".join(describe_view(self))

    def _bid(self, bid: int) -> int | str | None:
        if bid < 0:
            return None
        if self.rules.auction is not None:
            return bid if bid != PASS else "pass"
        return BID_NAMES.get(bid, bid)
