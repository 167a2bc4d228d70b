"""What a view tells, against the cards as they truly lie."""

from collections import Counter
from collections.abc import Iterator
from random import Random

import pytest

from arena.rules import (
    CARD_CODES,
    VARIANTS,
    Dealt,
    Event,
    Game,
    HandStarted,
    Kind,
    Melded,
    Played,
    Said,
    TrickWon,
    configure,
    layout_of,
    new_game,
)
from arena.rules.hands.hand import DOUBLE_SET, KITTY_TAKEN, MADE, SET
from arena.rules.hands.layout import counters
from arena.rules.phases.deal import dummy_of, kitty_of
from arena.rules.phases.score_bids import bid_points
from arena.rules.phases.tricks import following, leading
from arena.rules.rules import Lead
from bots.house.simple import SimpleBot
from bots.sdk import Card, View
from bots.sdk.bot.answers import action_of
from tests.sizes import sized
from tests.wire.games import random_action

# The presets of spades differ in their scores alone.
setups = pytest.mark.parametrize(
    ("variant", "preset"), [*((name, None) for name in VARIANTS), ("pinochle-racehorse", "plain")]
)


class Seen:
    """A game with a view for each seat, and what its plays so far rule out by the engine's own rules."""

    def __init__(self, variant: str, preset: str | None, seed: int, options: dict[str, object] | None = None) -> None:
        rules = configure(variant, preset, {"format": {"kind": "hands", "count": 1}, **(options or {})})
        self.seed = seed
        self.dice = Random(seed)
        self.game = new_game(rules, self.dice.randbytes(32))
        self.views: list[View] = [View(rules, seat) for seat in range(rules.seats)]
        self.cannot: list[set[int]] = [set() for _ in self.views]
        self.hear()

    def hear(self) -> None:
        for view in self.views:
            view.observe(*self.game.events(view.seat, len(view.events)))

    def apply(self, action: int) -> None:
        game = self.game
        if game.kind == Kind.PLAY:
            self.cannot[game.to_act] |= ruled_out(game, action)
        game.apply(action)
        self.hear()

    def asked(self) -> Iterator[View]:
        """Play random cards; yield the asked views, then all. `simple` bids every other game."""
        bot = SimpleBot()
        while not self.game.is_over:
            view = self.views[self.game.to_act]
            legal = view.asked = self.game.legal()
            yield view
            is_random = legal.kind == Kind.PLAY or self.seed % 2 == 0
            action = random_action(legal, self.dice) if is_random else action_of(legal.kind, bot.answer(view))
            view.asked = None
            self.apply(action)
        yield from self.views


def ruled_out(game: Game, card: int) -> set[int]:
    """The kinds of card that would make this play illegal, each tried beside it."""
    layout = game.layout
    out = set()
    for kind in layout.kinds:
        pair = layout.bit[card] + layout.bit[kind]
        if kind == card:
            continue
        open_cards = following(game, pair) if game.trick else leading(game, pair)
        if not game.trick and not game.hand.gathered and game.rules.tricks.lead is Lead.TRUMP_FIRST:
            open_cards = open_cards & game.trumps or open_cards
        if not open_cards & layout.bit[card]:
            out.add(kind)
    return out


def texts(codes: list[int], view: View) -> Counter[Card]:
    return Counter(view.cards[code] for code in codes)


def out_of_sight(game: Game, view: View) -> list[int]:
    """The cards that the seat has not seen gone: wherever they truly are."""
    layout, hand, rules = game.layout, game.hand, game.rules
    codes: list[int] = []
    for seat in game.seats:
        if seat is not game.seats[view.seat]:
            codes += layout.sorted(seat.cards)
            codes += layout.sorted(seat.laid) if rules.exchange is not None else []
    if not view.hand and not view.core.played:
        codes += layout.sorted(game.seats[view.seat].cards)  # a hand not looked at
    if not any(kind == KITTY_TAKEN for _, kind, _ in hand.entries()):
        codes += kitty_of(rules, hand)
    return codes + dummy_of(rules, hand)[hand.gathered :]


@setups
def test_a_view_has_the_places_of_cards_and_the_play(variant: str, preset: str | None) -> None:
    for seed in range(sized(5, 60)):
        seen = Seen(variant, preset, seed)
        for view in seen.asked():
            check_cards(seen.game, view)
            check_what_others_may_hold(seen, view)
            check_bids_and_tricks(seen.game, view)


def check_cards(game: Game, view: View) -> None:
    layout = layout_of(game.rules.deck)
    hands = [seat.cards for seat in game.seats]
    assert view.hand_sizes == [layout.total(cards) for cards in hands]
    assert view.unseen == texts(out_of_sight(game, view), view)
    suits = dict(zip("SDCH", layout.suits, strict=False))
    for seat, cards in enumerate(hands):
        hand = texts(layout.sorted(cards), view)
        assert Counter(view.known[seat]) <= hand
        assert not [suit for suit in view.voids[seat] if cards & suits[suit]]
        assert hand <= view.may_hold(seat) or (seat == view.seat and not view.hand)


def check_what_others_may_hold(seen: Seen, view: View) -> None:
    """Check that it is all that their plays allow."""
    for seat in set() if view.trick else set(range(view.seats)) - {view.seat}:
        left = {card: count for card, count in view.unseen.items() if card.code not in seen.cannot[seat]}
        assert view.may_hold(seat) == left
        assert view.voids[seat] == {suit for suit in "SDCH" if suit not in {card.suit for card in left}}


def check_bids_and_tricks(game: Game, view: View) -> None:
    hand = game.hand
    calls = [entry for entry in hand.entries() if entry[1] in (Kind.BLIND, Kind.BID, Kind.AUCTION)]
    for call, (caller, kind, action) in zip(view.calls, calls, strict=True):
        assert (call.seat, action_of(kind, call.bid)) == (caller, action)
    played = [[(play.seat, play.card.code) for play in trick.plays] for trick in view.history]
    assert played == hand.tricks()[: hand.gathered]
    assert [trick.winner for trick in view.history] == hand.winners
    assert view.points == [points_of(game, view.seat, seat) for seat in range(view.seats)]


def test_options_of_the_play_are_followed_too() -> None:
    for rule in ("if_wins", "always", "never"):
        for seed in range(sized(4, 60)):
            seen = Seen("pinochle-racehorse", None, seed, {"trump_rule": rule, "must_lead_trump": True})
            for view in seen.asked():
                check_what_others_may_hold(seen, view)


def points_of(game: Game, looks_on: int, number: int) -> int:
    """A seat's trick points, without what it laid away unless that one looks on."""
    rules, hand, seat = game.rules, game.hand, game.seats[number]
    if rules.bids is not None:
        return int(seat.tricks)
    hidden = seat.laid if rules.exchange is not None and number != looks_on else 0
    count = counters(game.layout, seat.taken - hidden) if rules.chips is None or seat.tricks else 0
    is_last = hand.gathered == rules.deal.hand and number == hand.last_winner
    if rules.contract is None:
        assert rules.chips is not None
        return count + (rules.chips.last_trick if is_last else 0)
    return rules.contract.counter * count + (rules.contract.last_trick if is_last else 0)


@setups
def test_the_needs_of_a_bid_show_whether_it_is_made(variant: str, preset: str | None) -> None:
    for seed in range(sized(12, 200)):
        seen = Seen(variant, preset, seed)
        assert list(seen.asked())
        if seen.game.rules.bids is not None:
            is_made = [bid_points(seat.bid, seat.tricks) > 0 for seat in seen.game.seats]
            for view in seen.views:
                assert [is_met(view, seat) for seat in range(view.seats)] == is_made
        elif seen.game.hand.outcome in (MADE, SET, DOUBLE_SET):
            check_contract(seen)


def is_met(view: View, seat: int) -> bool:
    need = view.needs[seat]
    assert need is not None
    return need == 0 if view.bids[seat] in ("nil", "blind_nil") else need <= 0


def check_contract(seen: Seen) -> None:
    """The declarer's view tells whether it has made; the others know no more than it."""
    hand = seen.game.hand
    declares = seen.views[hand.declarer]
    need = declares.needs[hand.declarer]
    assert need is not None
    assert (need <= 0) == (hand.outcome == MADE)
    for view in seen.views:
        theirs = view.needs
        assert (theirs[hand.declarer] or 0) >= need
        side = {hand.declarer, declares.partner}
        assert not [seat for seat in range(view.seats) if seat not in side and theirs[seat] is not None]
        assert len({theirs[seat] for seat in side if seat is not None}) == 1


def view_of(variant: str, own: str, *events: Event) -> View:
    """Seat 0's view of a hand in which it was dealt these cards alone."""
    view = View(configure(variant), 0)
    view.observe(HandStarted(0, 0, 0), Dealt(tuple(CARD_CODES[card] for card in own.split())), *events)
    return view


def plays(*cards: str, first: int = 0, seats: int = 3) -> list[Event]:
    return [Played((first + place) % seats, CARD_CODES[card]) for place, card in enumerate(cards)]


def named(declarer: int, bid: int, suit: int) -> list[Event]:
    return [Said(declarer, Kind.AUCTION, bid), Said(declarer, Kind.TRUMP, suit)]


HEARTS = 3


@pytest.mark.parametrize(
    ("variant", "cards", "gone"),
    [
        # pinochle.md, worked example 3: whether the led suit must be beaten once it is trumped
        ("pinochle-chips", ("QD", "JH", "JD"), {"AD", "TD", "KD"}),
        ("pinochle-cutthroat", ("QD", "JH", "JD"), set()),
        ("pinochle-cutthroat", ("QD", "KD", "JD"), {"AD", "TD"}),
        ("pinochle-cutthroat", ("QH", "9D", "JH"), {"AH", "TH", "KH"}),
        ("pinochle-cutthroat", ("QD", "JH", "9H"), {"AD", "TD", "KD", "QD", "JD", "9D", "AH", "TH", "KH", "QH"}),
    ],
)
def test_a_player_who_did_not_beat_the_trick_has_no_higher_card(
    variant: str, cards: tuple[str, ...], gone: set[str]
) -> None:
    view = view_of(variant, cards[0], *named(0, 30, HEARTS), *plays(*cards))
    assert view.unseen.keys() - view.may_hold(2).keys() == gone


def test_a_seat_that_was_never_asked_for_a_suit_is_not_out_of_it() -> None:
    view = view_of("spades-4", "AD", *plays("AD", "KD", "2C", "5D", seats=4), TrickWon(0))
    assert view.voids == [{"S", "D", "C", "H"}, set(), {"D"}, set()]
    assert view.history[0].winner == 0


def test_a_hand_that_is_not_looked_at_yet_is_out_of_nothing() -> None:
    assert view_of("spades-4", "").voids == [set()] * 4


def test_a_suit_that_is_all_seen_is_with_nobody() -> None:
    view = view_of("spades-4", "AS KS QS JS TS 9S 8S 7S 6S 5S 4S 3S 2S")
    assert view.voids == [{"D", "C", "H"}, {"S"}, {"S"}, {"S"}]


def test_a_meld_that_makes_the_bid_still_needs_its_trick() -> None:
    melded = Melded(0, 60, (("run", 1, 15),), ())
    events = [*named(0, 50, HEARTS), melded]
    assert view_of("pinochle-double-deck", "QH", *events).needs == [1, None, 1, None]
    won = [*plays("QH", "JH", "JH", "JH", seats=4), TrickWon(0)]
    assert view_of("pinochle-double-deck", "QH", *events, *won).needs == [-10, None, -10, None]
