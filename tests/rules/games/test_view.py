"""What a seat may know does not depend on the rest. It is equal for games that differ only in that."""

import random

from hypothesis import given
from hypothesis import strategies as st

from arena.rules import (
    VARIANTS,
    CardsHidden,
    Dealt,
    Game,
    IllegalActionError,
    Kind,
    KittyTaken,
    KittyTurned,
    Rules,
    Said,
    TrickWon,
    View,
    configure,
    new_game,
    pack_cards,
    partner_of,
    unpack_cards,
)
from arena.rules.hands.layout import layout_of
from arena.rules.phases.deal import block_start, count_dealt, hand_size
from tests.rules.playing import any_rules, play_on, random_action

SEED = bytes(32)


@given(any_rules(), st.integers(0, 2**32))
def test_events_only_grow_and_may_be_read_from_anywhere(rules: Rules, number: int) -> None:
    rng = random.Random(number)
    game = new_game(rules, rng.randbytes(32))
    seen: list[list[object]] = [[] for _ in range(rules.seats)]
    views = [View(rules, seat) for seat in range(rules.seats)]
    while True:
        for seat in range(rules.seats):
            news = game.events(seat, len(seen[seat]))
            seen[seat] += news
            for event in news:
                views[seat].observe(event)
        if game.is_over or rng.random() < 0.02:
            for seat in range(rules.seats):
                assert game.events(seat) == seen[seat]
                since = rng.randint(0, len(seen[seat]))
                assert game.events(seat, since) == seen[seat][since:]
                view = game.view(seat)
                assert (view.legal is not None) == (game.to_act == seat)
                views[seat].legal = view.legal
                assert view == views[seat]
        if game.is_over:
            break
        game.apply(random_action(game.legal(), rng))


@given(any_rules(), st.integers(0, 2**32), st.integers(0, 120))
def test_the_view_is_the_table_as_the_seat_sees_it(rules: Rules, number: int, decisions: int) -> None:
    rng = random.Random(number)
    game = play_on(new_game(rules, rng.randbytes(32)), rng, decisions)
    for seat in range(rules.seats):
        view = game.view(seat)
        if any(isinstance(event, Dealt) for event in game.events(seat, game.hand.first_event)) and not game.is_over:
            assert view.cards == game.layout.sorted(game.seats[seat].cards)
        assert view.trump in (-1, 0) or view.trump == game.hand.trump
        if not game.is_over:
            assert [(view.number, view.game, view.dealer)] == [(game.hand.number, game.hand.game, game.hand.dealer)]
            assert view.scores == [player.score for player in game.seats]
            assert view.pot == game.pot
            assert view.tricks == [player.tricks for player in game.seats]
            assert len(view.trick) == (len(game.layout.sorted(game.trick)) if game.kind == Kind.PLAY else 0)


def hidden_places(game: Game, seat: int) -> list[int]:
    """The places of the deck whose cards *seat* has not seen."""
    rules, hand = game.rules, game.hand
    seen: set[int] = set()
    if any(isinstance(event, Dealt) for event in game.events(seat)):
        start = block_start(rules, hand.dealer, seat)
        seen |= set(range(start, start + hand_size(rules, hand.dealer, seat)))
    dummy = count_dealt(rules)
    kitty = dummy + rules.deal.dummy
    if any(isinstance(event, KittyTaken) and event.cards for event in game.events(seat)):
        seen |= set(range(kitty, len(hand.deck)))
    for kind, places in ((TrickWon, dummy), (KittyTurned, kitty)):
        seen |= set(range(places, places + sum(isinstance(event, kind) for event in game.events(seat))))
    return [place for place in range(len(hand.deck)) if place not in seen]


def with_swap(game: Game, seat: int, first: int, second: int) -> Game | None:
    """Return the same game with two cards swapped, or None where the rules forbid its play."""
    deck = list(game.hand.deck)
    one, other = deck[first], deck[second]
    deck[first], deck[second] = other, one
    twin = new_game(game.rules, SEED, deals=[deck])
    for action in game.actions:
        if twin.is_over:
            return None
        legal = twin.legal()
        is_known = twin.to_act == seat or (twin.kind == Kind.GIVE and partner_of(twin.rules, twin.to_act) == seat)
        if legal.cards and not is_known and not legal.allows(action):
            laid = unpack_cards(action, legal.count)
            cards = [other if card == one else one if card == other else card for card in laid]
            action = pack_cards(sorted(cards, key=layout_of(game.rules.deck).deck.index))
        try:
            twin.apply(action)
        except IllegalActionError:
            return None
    return twin


def shown(game: Game) -> list[object]:
    """Return what hidden cards show to all. The melds, and who leads where that is the holder of a card."""
    return [game.hand.leader, *((seat.melds, seat.shown) for seat in game.hand.seats)]


def test_the_kitty_and_the_discard_are_the_declarers_alone() -> None:
    game = new_game(configure("pinochle-cutthroat"), SEED)
    for action in (15, 0, 0):
        game.apply(action)
    kitty = game.hand.deck[-3:]
    assert KittyTaken(1, tuple(kitty)) in game.events(1)
    laid = game.fallback()
    game.apply(laid)
    assert Said(1, Kind.DISCARD, laid) in game.events(1)
    for seat in (0, 2):
        assert KittyTaken(1, ()) in game.events(seat)
        assert CardsHidden(1, Kind.DISCARD, 3) in game.events(seat)
        assert not any(isinstance(event, Said) and event.kind == Kind.DISCARD for event in game.events(seat))
    assert len(game.view(1).cards) == 15


def test_views_are_equal_by_what_they_show() -> None:
    game = new_game(VARIANTS["spades-4"], bytes(32))
    first, second = game.view(0), game.view(1)
    assert first == game.view(0)
    assert first != second
    assert first != "a view"
