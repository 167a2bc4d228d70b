"""Worlds fit all that was seen, said, given and shown, and come as often as deals do."""

from collections import Counter
from dataclasses import replace
from itertools import combinations

import pytest

from arena.rules import VARIANTS, Game, Kind, View, configure, new_game
from arena.rules.games.rollout import Chance
from arena.rules.hands.layout import layout_of
from arena.rules.search.worlds import Worlds
from tests.rules.search.views import under_play, view_of
from tests.sizes import sized
from tests.wire.games import SETUPS

DRAWS = 4000
GAMES = {"format": {"kind": "hands", "count": 2}, "max_hands": 2}


@pytest.mark.parametrize(("variant", "preset"), SETUPS)
def test_worlds_look_to_the_seat_as_the_game_does(variant: str, preset: str) -> None:
    rules = configure(variant, preset, GAMES)
    for number in range(sized(1, 10)):
        for game in under_play(rules, number, 12):
            view = view_of(game)
            worlds = Worlds(view, Chance(number))
            for _ in range(2):
                world = worlds.draw()
                seen = view_of(world)
                assert world.legal().actions == game.legal().actions
                assert (seen.cards, seen.played, seen.trick, seen.turned) == (
                    view.cards,
                    view.played,
                    view.trick,
                    view.turned,
                )
                assert (seen.kitty, seen.bids, seen.trump) == (view.kitty, view.bids, view.trump)


@pytest.mark.parametrize(
    ("variant", "options"),
    [
        ("spades-4", {"blind_nil_allowed": False, "blind_six_limit": 1, "blind_six_deficit": 0}),
        ("pinochle-racehorse", {"bidder_needs_marriage": True}),
        ("pinochle-cutthroat", {"bidder_needs_marriage": True}),
        ("pinochle-chips", {}),
        ("pinochle-two-handed", {}),
    ],
)
def test_there_is_a_world_whatever_was_said(variant: str, options: dict[str, object]) -> None:
    rules = configure(variant, None, {"format": {"kind": "hands", "count": 6}, "max_hands": 6} | options)
    for number in range(sized(2, 40)):
        for game in under_play(rules, number, 5):
            assert Worlds(view_of(game), Chance(number)).draw().to_act == game.to_act


@pytest.mark.parametrize("variant", [name for name, rules in VARIANTS.items() if rules.melds is not None])
@pytest.mark.parametrize("number", [3, 4])
def test_worlds_have_the_melds_that_were_laid(variant: str, number: int) -> None:
    rules = configure(variant, None, GAMES)
    for game in under_play(rules, number, 9):
        view = view_of(game)
        world = Worlds(view, Chance(1)).draw()
        assert [(meld.seat, meld.points, meld.shown) for meld in view_of(world).melds] == [
            (meld.seat, meld.points, meld.shown) for meld in view.melds
        ]


def small() -> Game:
    """Three seats with four cards each, of which two tricks are over."""
    spades = VARIANTS["spades-3"]
    assert spades.bids is not None
    rules = replace(spades, deck=replace(spades.deck, ranks="AKQ"), deal=replace(spades.deal, hand=4))
    game = new_game(rules, deals=[layout_of(rules.deck).deck])
    while game.kind != Kind.PLAY:
        game.apply(game.legal().actions[0])
    for _ in range(6):
        game.apply(game.legal().actions[-1])
    return game


def test_worlds_of_a_small_deck_come_as_often_as_they_are_counted() -> None:
    game = small()
    view = view_of(game)
    possible = counted(view, game)
    worlds = Worlds(view, Chance(3))
    drawn = Counter(hands(worlds.draw(), view) for _ in range(DRAWS))
    assert set(drawn) == possible
    mean = DRAWS / len(possible)
    assert sum((drawn[each] - mean) ** 2 / mean for each in possible) < len(possible) + 4 * (2 * len(possible)) ** 0.5


def hands(game: Game, view: View) -> tuple[frozenset[int], ...]:
    return tuple(
        frozenset(game.layout.sorted(seat.cards)) for number, seat in enumerate(game.seats) if number != view.seat
    )


def counted(view: View, game: Game) -> set[tuple[frozenset[int], ...]]:
    """Every deal of the unseen cards that the rules allow, by trying them all."""
    seen = {*view.cards, *(card for _, card in view.played)}
    unseen = [card for card in game.layout.deck if card not in seen]
    first, second = (number for number in range(3) if number != view.seat)
    deals: set[tuple[frozenset[int], ...]] = set()
    for cards in combinations(unseen, game.layout.total(game.seats[first].cards)):
        sides = {
            first: list(cards),
            second: [card for card in unseen if card not in cards],
            view.seat: list(view.cards),
        }
        if is_legal(view, game, sides):
            deals.add((frozenset(sides[first]), frozenset(sides[second])))
    return deals


def is_legal(view: View, game: Game, left: dict[int, list[int]]) -> bool:
    dealt = {seat: [*left[seat], *(card for who, card in view.played if who == seat)] for seat in left}
    order = [(view.dealer + 1 + place) % 3 for place in range(3)]
    again = new_game(game.rules, deals=[[card for seat in order for card in dealt[seat]]])
    for seat, kind, action in view.said:
        if again.to_act != seat or again.kind != kind or not again.allows(action):
            return False
        again.apply(action)
    for seat, card in view.played:
        if again.to_act != seat or not again.allows(card):
            return False
        again.apply(card)
    return True
