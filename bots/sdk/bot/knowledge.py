"""Compute from a seat's view: points, needs, the fallback, and which cards the others may hold."""

from collections.abc import Iterable, Sequence
from typing import Final, TypeAlias

from arena.rules import (
    BLIND_NIL,
    BLIND_SIX,
    LOOK,
    MOON,
    NIL,
    ONE_FOR_50,
    PASS,
    PLAY_ON,
    RANKS,
    TAKE,
    TWO_FOR_40,
    CardKnowledge,
    Event,
    HandStarted,
    Kind,
    Lead,
    MustBeat,
    Played,
    Rules,
    Said,
    SavedBy,
    TrickWon,
    View,
    WhenVoid,
    layout_of,
    longest_suit,
    lowest_cards,
    partner_of,
)

COUNTERS: Final = [rank in "ATK" for rank in RANKS]
# How many tricks each special bid promises (spades.md, Bidding).
PROMISED: Final = {NIL: 0, BLIND_NIL: 0, BLIND_SIX: 6, ONE_FOR_50: 1, TWO_FOR_40: 2, MOON: 14}

# Finished tricks: (seat, card code) of each play in order, and the event that names the winner.
Won: TypeAlias = Sequence[tuple[list[tuple[int, int]], TrickWon]]


def counters(codes: Iterable[int]) -> int:
    """Return the number of counters (aces, tens and kings) among card codes."""
    return sum(COUNTERS[code % 13] for code in codes)


def points_of(core: View, won: Won, laid: list[int]) -> list[int]:
    """Return the trick points of each seat, as far as the seat of *core* knows them.

    *won*: the finished tricks of the hand. *laid*: the codes of the cards that this seat has laid away.
    """
    rules = core.rules
    if rules.bids is not None:
        return list(core.tricks)
    each, last = _scale(rules)
    taken = [0] * rules.seats
    for plays, end in won:
        taken[end.seat] += counters([card for _, card in plays]) + (end.turned >= 0 and counters([end.turned]))
    if core.tricks[core.seat] or rules.chips is None:  # in chips the discards count only after the first trick won
        taken[core.seat] += counters(laid)
    points = [each * count for count in taken]
    if won and len(won) == rules.deal.hand:
        points[won[-1][1].seat] += last
    return points


def needs_of(core: View, points: list[int]) -> list[int | None]:
    """Return the tricks or points that each seat's bid still needs; None without a bid. *points*: trick points."""
    rules = core.rules
    if rules.bids is not None:
        return [None if bid < 0 else PROMISED.get(bid, bid) - core.tricks[seat] for seat, bid in enumerate(core.bids)]
    needs: list[int | None] = [None] * rules.seats
    if core.declarer >= 0:
        side = [seat for seat in (core.declarer, partner_of(rules, core.declarer)) if seat >= 0]
        for seat in side:
            needs[seat] = _short(core, side, points)
    return needs


def _short(core: View, side: list[int], points: list[int]) -> int:
    """Return the points that the declarer's side still lacks, at least 1 until its meld is saved. *side*: its seats."""
    melded = sum(meld.points for meld in core.melds if meld.seat in side)
    short = core.bid - melded - sum(points[seat] for seat in side)
    saved_by = SavedBy.NOTHING if core.rules.contract is None else core.rules.contract.declarer_saved_by
    saving = core.tricks if saved_by is SavedBy.TRICK else points
    is_saved = saved_by is SavedBy.NOTHING or any(saving[seat] for seat in side)
    return short if is_saved else max(short, 1)


def _scale(rules: Rules) -> tuple[int, int]:
    if rules.contract is not None:
        return rules.contract.counter, rules.contract.last_trick
    assert rules.chips is not None
    return 1, rules.chips.last_trick


def fallback_of(core: View) -> int:
    """Return the fallback action (docs/reference/protocol.md) for the open decision of *core*; always legal."""
    legal = core.legal
    assert legal is not None, "no decision is open"
    kind = legal.kind
    layout = layout_of(core.rules.deck)
    if kind == Kind.PLAY:
        return layout.lowest(layout.hand(legal.actions))
    if kind == Kind.AUCTION:
        return PASS if legal.may_pass else legal.least
    if kind == Kind.TRUMP:
        return longest_suit(layout, layout.hand(core.cards), legal.actions)
    if kind == Kind.DISCARD or kind == Kind.GIVE:
        return lowest_cards(layout, layout.hand(core.cards), core.trump, legal.count)
    return {Kind.BID: 1, Kind.BLIND: LOOK, Kind.WIDOW: TAKE, Kind.THROW_IN: PLAY_ON}[kind]


NOTHING: Final = 0


class Deductions:
    """Facts that a seat can deduce about the cards of the other seats.

    Attributes:
        where: The number of cards of each seat, and the cards that the seat certainly holds.
        cannot: By seat, the cards that the seat cannot hold, as a packed set with all bits of each card.
    """

    def __init__(self, rules: Rules, seat: int) -> None:
        self.where = CardKnowledge(rules, seat)
        self.cannot = [NOTHING] * rules.seats
        self._followed = 0
        self._duties = rules.tricks
        self._layout = layout_of(rules.deck)
        self._suited_cards = sum(self._layout.suits)
        self._start()

    def _start(self) -> None:
        self.cannot = [NOTHING] * len(self.cannot)
        self._trumps = NOTHING if self._duties.trump is None else self._layout.suits[self._duties.trump]
        self._is_broken = False
        self._is_first = True  # the next card leads the first trick
        self._clear()

    def _clear(self) -> None:
        self._suited = NOTHING  # all cards of the suit led, 0 before a suit is led
        self._over_led = NOTHING  # the cards above the highest card of the suit led
        self._over = NOTHING  # the cards above the best card of the trick, in that card's suit
        self._is_trumped = False

    def follow(self, events: Sequence[Event]) -> None:
        """Process the new events: *events* are all events of the seat so far."""
        for event in events[self._followed :]:
            self.where.observe(event)
            self._observe(event)
        self._followed = len(events)

    def _observe(self, event: Event) -> None:
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
        """Return a packed set of the cards that a seat cannot hold if it plays *card*; else that play is illegal."""
        if not self._suited:
            lead = self._duties.lead
            if lead is Lead.TRUMP_ONCE_BROKEN and card & self._trumps and not self._is_broken:
                return self._suited_cards & ~self._trumps
            if lead is Lead.TRUMP_FIRST and self._is_first and not card & self._trumps:
                return self._trumps
            return NOTHING
        if card & self._suited:
            return NOTHING if card & self._to_beat() else self._suited & self._to_beat()
        return self._suited | self._shown_by_void(card)

    def _to_beat(self) -> int:
        """Return a packed set of the cards of the suit led that beat the trick, if a holder must play one of them."""
        must_beat = self._duties.must_beat
        if must_beat is MustBeat.NEVER:
            return NOTHING
        if self._suited == self._trumps or not self._is_trumped:
            is_free = must_beat is MustBeat.TRUMP_LED and self._suited != self._trumps
            return NOTHING if is_free else self._over
        return self._over_led if must_beat is MustBeat.ALWAYS else NOTHING

    def _shown_by_void(self, card: int) -> int:
        """Return a packed set of the trumps that a seat cannot hold if it plays *card* without following suit."""
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
