"""Build the events that each seat sees, and the view that follows from them.

`events_of` builds the events from the logs of hands. `View` collects them, in the engine and in the bot kit.
`arena/wire/columns/pack.py` computes the same knowledge for rows.
"""

from typing import Final

from arena.rules.cards import NO_SUIT
from arena.rules.games.length import starting_pot, starting_score
from arena.rules.hands.actions import Kind, unpack_cards
from arena.rules.hands.events import (
    CardsHidden,
    Dealt,
    Event,
    GameEnded,
    HandEnded,
    HandStarted,
    KittyTaken,
    KittyTurned,
    Melded,
    Played,
    Said,
    TrickWon,
)
from arena.rules.hands.hand import KITTY_TAKEN, KITTY_TURNED, MELDED, Hand
from arena.rules.hands.layout import PLAIN, layout_of
from arena.rules.hands.legal import Legal
from arena.rules.hands.melding import entries
from arena.rules.hands.table import NOBODY, Table
from arena.rules.phases.deal import dealt_to, dummy_card, kitty_of
from arena.rules.rules import Format, KittySeenBy, Rules, require
from arena.rules.sides import partner_of

MAX_SEATS: Final = 5
PLAYED: Final = [[Played(seat, card) for card in range(55)] for seat in range(MAX_SEATS)]
TRICK_WON: Final = [TrickWon(seat) for seat in range(MAX_SEATS)]
# Kinds of decision in which a seat lays or gives cards face down.
HIDDEN_KINDS: Final = (Kind.DISCARD, Kind.GIVE)


def events_of(table: Table, seat: int, since: int) -> list[Event]:
    """Return all events that *seat* has seen, from number *since* on."""
    events: list[Event] = []
    first = len(table.finished)
    hand = table.hand
    while since < hand.first_event:
        first -= 1
        hand = table.finished[first]
    add_hand(events, table.rules, hand, seat, since - hand.first_event)
    for number in range(first + 1, len(table.finished)):
        add_hand(events, table.rules, table.finished[number], seat, 0)
    if first < len(table.finished):
        add_hand(events, table.rules, table.hand, seat, 0)
    return events


def events_per_hand(hand: Hand) -> int:
    """Return the number of events of a finished hand, which is the same for every seat."""
    return 3 + hand.sayings + hand.played() + hand.gathered + (1 if hand.game_winners else 0)


def add_hand(events: list[Event], rules: Rules, hand: Hand, seat: int, skip: int) -> None:
    """Append a hand's events for *seat* to *events*, without the first *skip* events."""
    before = 2 + hand.sayings if hand.leader != NOBODY else -1
    if skip < before or before < 0:
        opening = before_play(rules, hand, seat)
        events += opening[skip:]
        before = len(opening)
    played = hand.played() + hand.gathered
    add_plays(events, rules, hand, max(skip - before, 0), played)
    ended = skip - before - played
    if hand.is_over and ended < 1:
        events.append(hand_ended(rules, hand))
    if hand.game_winners and ended < 2:
        events.append(GameEnded(tuple(hand.game_winners), tuple(hand.scores)))


def before_play(rules: Rules, hand: Hand, seat: int) -> list[Event]:
    """Return the events of a hand that *seat* sees before the first card is led."""
    events: list[Event] = [HandStarted(hand.number, hand.game, hand.dealer)]
    blind = hand.blind & PLAIN.bit[seat] != 0
    if not blind:
        events.append(show_dealt(rules, hand, seat))
    for who, kind, action in hand.entries():
        if kind == KITTY_TAKEN:
            seen = seat == who or require(rules.exchange).kitty_seen_by is KittySeenBy.ALL
            events.append(KittyTaken(who, tuple(kitty_of(rules, hand)) if seen else ()))
        elif kind == KITTY_TURNED:
            events.append(KittyTurned(kitty_of(rules, hand)[action]))
        elif kind == MELDED:
            events.append(show_melds(rules, hand, who))
        elif kind in HIDDEN_KINDS and action and who != seat and (kind != Kind.GIVE or partner_of(rules, who) != seat):
            events.append(CardsHidden(who, kind, laid_count(rules, kind)))
        else:
            events.append(Said(who, kind, action))
        if blind and kind == Kind.BLIND and who == seat:
            events.append(show_dealt(rules, hand, seat))
    return events


def add_plays(events: list[Event], rules: Rules, hand: Hand, skip: int, count: int) -> None:
    """Append the first *count* plays and tricks of a hand to *events*, without the first *skip*."""
    seats = rules.seats
    span = seats + 1
    gap = hand.gap()
    for number in range(skip, count):
        turn = number if number < gap else number + 1
        trick = turn // span
        place = turn % span
        if place == seats:
            winner = hand.winner(trick)
            plain = not rules.deal.dummy
            events.append(TRICK_WON[winner] if plain else TrickWon(winner, dummy_card(rules, hand, trick)))
        else:
            seat = (hand.led_by(trick) + place) % seats
            events.append(PLAYED[seat][hand.card(seat, trick)])


def show_dealt(rules: Rules, hand: Hand, seat: int) -> Dealt:
    layout = layout_of(rules.deck)
    return Dealt(tuple(layout.sorted(layout.hand(dealt_to(rules, hand, seat)))))


def show_melds(rules: Rules, hand: Hand, seat: int) -> Melded:
    laid = hand.seats[seat]
    shown = layout_of(rules.deck).sorted(laid.shown)
    return Melded(seat, laid.melded, tuple(entries(laid.melds, require(rules.melds))), tuple(shown))


def melds_of(rules: Rules, hand: Hand) -> list[Melded]:
    """Return the melds laid in a hand as events, clockwise from the declarer."""
    return [show_melds(rules, hand, (hand.declarer + place) % rules.seats) for place in range(hand.laid)]


def laid_count(rules: Rules, kind: int) -> int:
    """Return the number of cards that a `discard` or `give` lays; 0 for other kinds of decision."""
    if kind == Kind.DISCARD and rules.exchange is not None:
        return rules.exchange.discards
    return rules.giving.count if kind == Kind.GIVE and rules.giving is not None else 0


def hand_ended(rules: Rules, hand: Hand) -> HandEnded:
    return HandEnded(
        hand.outcome,
        hand.declarer,
        hand.bid,
        hand.trump,
        tuple(hand.points),
        tuple(hand.deltas),
        tuple(hand.scores),
        tuple(hand.bags) if rules.bags is not None else (),
        None if rules.chips is None else hand.pot,
    )


class View:
    """The knowledge of one seat, updated by `observe` with each of its events.

    Fields of the current hand: `cards` are the seat's own, sorted. `bids` has an action for each seat, -1 before its
    bid, 0 for a pass. `said` has (seat, kind, action) for each decision before the play. `kitty` has its visible cards.
    `declarer`, `bid` and `trump` are -1 until known. `melds` are those laid. `trick` and `played` have (seat, card) for
    the open trick and for all cards so far. `turned` has the dummy's cards so far, one for each trick. `tricks` counts
    tricks won by seat.

    Fields of the game and the series: `scores`, `bags`, `pot` (dollars in the kitty), `wins`, and `last`, the end of
    the previous hand. `legal` is the open decision if the seat is asked, else None.
    """

    def __init__(self, rules: Rules, seat: int) -> None:
        self.rules: Rules = rules
        self.seat: int = seat
        self.scores: list[int] = [starting_score(rules)] * rules.seats
        self.pot: int = starting_pot(rules)
        self.bags: list[int] = [0] * rules.seats
        self.wins: list[int] = [0] * rules.seats
        self.last: HandEnded | None = None
        self.legal: Legal | None = None
        self.start_hand(-1, 0, 0)

    def start_hand(self, number: int, game: int, dealer: int) -> None:
        """Reset the fields of the current hand; *number*, *game*: from 0."""
        seats = self.rules.seats
        self.number: int = number
        self.game: int = game
        self.dealer: int = dealer
        self.cards: list[int] = []
        self.kitty: list[int] = []
        self.bids: list[int] = [-1] * seats
        self.said: list[tuple[int, int, int]] = []
        self.declarer: int = NOBODY
        self.bid: int = -1
        self.trump: int = NO_SUIT if self.rules.tricks.trump is None else self.rules.tricks.trump
        self.melds: list[Melded] = []
        self.trick: list[tuple[int, int]] = []
        self.played: list[tuple[int, int]] = []
        self.turned: list[int] = []
        self.tricks: list[int] = [0] * seats

    def observe(self, event: Event) -> None:
        """Update the view with the next event of this seat."""
        if isinstance(event, Played):
            self.trick.append((event.seat, event.card))
            self.played.append((event.seat, event.card))
            if event.seat == self.seat:
                self.cards.remove(event.card)
        elif isinstance(event, TrickWon):
            self.tricks[event.seat] += 1
            self.trick = []
            if event.turned >= 0:
                self.turned.append(event.turned)
        elif isinstance(event, Said):
            self.hear(event)
        elif isinstance(event, Dealt):
            self.cards = list(event.cards)
        elif isinstance(event, HandStarted):
            self.start_hand(event.number, event.game, event.dealer)
        elif isinstance(event, KittyTurned):
            self.kitty.append(event.card)
        elif isinstance(event, KittyTaken):
            self.take_kitty(event)
        elif isinstance(event, Melded):
            self.melds.append(event)
        elif isinstance(event, HandEnded):
            self.last = event
            self.scores = list(event.scores)
            self.bags = list(event.bags) or self.bags
            self.pot = self.pot if event.pot is None else event.pot
        elif isinstance(event, GameEnded):
            self.end_game(event)

    def hear(self, event: Said) -> None:
        """Note a decision before the play: a bid, a pass, trump, or cards laid or given."""
        self.said.append((event.seat, event.kind, event.action))
        if event.kind == Kind.BID or event.kind == Kind.AUCTION or (event.kind == Kind.BLIND and event.action):
            if event.action or self.bids[event.seat] < 0:
                self.bids[event.seat] = event.action
        elif event.kind == Kind.TRUMP:
            self.win_auction(event.seat)
            self.trump = event.action
        elif event.kind == Kind.WIDOW:
            self.win_auction(event.seat)
        elif (event.kind == Kind.DISCARD or event.kind == Kind.GIVE) and event.action:
            self.move(event, unpack_cards(event.action, laid_count(self.rules, event.kind)))

    def move(self, event: Said, cards: list[int]) -> None:
        if event.seat == self.seat:
            for card in cards:
                self.cards.remove(card)
        else:
            layout = layout_of(self.rules.deck)
            self.cards = layout.sorted(layout.hand(self.cards + cards))

    def win_auction(self, seat: int) -> None:
        """Make *seat* the declarer, with the highest bid or at least the minimum bid."""
        self.declarer = seat
        self.bid = max(max(self.bids), require(self.rules.auction).min_bid)

    def take_kitty(self, event: KittyTaken) -> None:
        self.win_auction(event.seat)
        self.kitty = list(event.cards)
        if event.seat == self.seat:
            layout = layout_of(self.rules.deck)
            self.cards = layout.sorted(layout.hand(self.cards + self.kitty))

    def end_game(self, event: GameEnded) -> None:
        """Count the game for its winners; in a series, reset the scores for the next game."""
        for seat in event.winner:
            self.wins[seat] += 1
        if self.rules.length.format is Format.SERIES:
            self.scores = [starting_score(self.rules)] * self.rules.seats
            self.pot = starting_pot(self.rules)
            self.bags = [0] * self.rules.seats

    def __eq__(self, other: object) -> bool:
        return isinstance(other, View) and self._state() == other._state()

    def __hash__(self) -> int:
        return hash((self.seat, self.number))

    def _state(self) -> tuple[object, ...]:
        hand = (self.number, self.game, self.dealer, self.cards, self.kitty, self.bids, self.said)
        play = (self.declarer, self.bid, self.trump, self.melds, self.trick, self.played, self.turned, self.tricks)
        game = (self.rules, self.seat, self.scores, self.bags, self.pot, self.wins, self.last, self.legal)
        return hand + play + game
