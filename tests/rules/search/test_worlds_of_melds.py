"""Worlds have the melds that were laid, and come as often as an enumeration of all deals counts them."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from math import factorial, prod

import pytest

from arena.rules import VARIANTS, Deck, Game, Kind, Rules, View, new_game
from arena.rules.games.rollout import Chance
from arena.rules.hands.layout import layout_of
from arena.rules.search.dealing import one_hand
from arena.rules.search.fitting import FEW
from arena.rules.search.worlds import Worlds
from tests.rules.search.views import decisions, view_of
from tests.sizes import sized

DRAWS = 1200
SEATS = 4
HELD = 4
Hands = tuple[tuple[int, ...], ...]


def small() -> Rules:
    """Four cards each, kings and queens: marriages, and four of a kind."""
    rules = VARIANTS["pinochle-racehorse"]
    assert rules.giving is not None
    less = replace(rules, deck=Deck("KQ", copies=2), deal=replace(rules.deal, hand=HELD))
    return one_hand(replace(less, giving=replace(rules.giving, count=0)))


@pytest.mark.parametrize("few", [0, FEW])
@pytest.mark.parametrize(("number", "played"), [(2, 4), (7, 4), (11, 2), (7, 3), (8, 2), (8, 4), (2, 2)][: sized(2, 7)])
def test_worlds_under_melds_come_as_often_as_they_are_counted(number: int, played: int, few: int) -> None:
    rules = small()
    view = next(view_of(game) for game in decisions(rules, number) if has_played(game, played))
    assert any(meld.points for meld in view.melds)
    ways = {hands: count for hands, count in deals(view) if is_as_seen(view, rules, hands)}
    worlds = Worlds(view, Chance(3), few)
    drawn = Counter(cards_of(worlds.draw()) for _ in range(DRAWS))
    assert set(drawn) <= set(ways)
    expected = {hands: DRAWS * count / sum(ways.values()) for hands, count in ways.items()}
    chi_squared = sum((drawn[hands] - mean) ** 2 / mean for hands, mean in expected.items())
    freedom = len(ways) - 1
    assert freedom > 5
    assert chi_squared < freedom + 4 * (2 * freedom) ** 0.5 + 4


def has_played(game: Game, count: int) -> bool:
    return game.kind == Kind.PLAY and len(view_of(game).played) == count


def cards_of(game: Game) -> Hands:
    return tuple(tuple(sorted(game.layout.sorted(seat.cards))) for seat in game.seats)


def deals(view: View) -> Iterator[tuple[Hands, int]]:
    """Every deal of the unseen cards, and in how many ways its copies part."""
    unseen = Counter(layout_of(view.rules.deck).deck)
    unseen -= Counter([*view.cards, *(card for _, card in view.played)])
    played = Counter(seat for seat, _ in view.played)
    rooms = [0 if seat == view.seat else HELD - played[seat] for seat in range(SEATS)]
    for hands in parted(sorted(unseen.items()), rooms):
        ways = prod(factorial(count) for count in unseen.values())
        for hand in hands:
            ways //= prod(factorial(count) for count in Counter(hand).values())
        yield tuple(tuple(sorted(view.cards)) if seat == view.seat else hands[seat] for seat in range(SEATS)), ways


def parted(cards: list[tuple[int, int]], rooms: list[int]) -> Iterator[Hands]:
    """Every way to deal cards, each with the number of its copies, into hands of these sizes."""
    if not cards:
        yield tuple(() for _ in rooms)
        return
    card, copies = cards[0]
    for counts in shared(copies, rooms):
        for rest in parted(cards[1:], [room - count for room, count in zip(rooms, counts, strict=True)]):
            yield tuple((card,) * count + hand for count, hand in zip(counts, rest, strict=True))


def shared(copies: int, rooms: list[int]) -> Iterator[list[int]]:
    if not rooms:
        if not copies:
            yield []
        return
    for count in range(min(copies, rooms[0]) + 1):
        for rest in shared(copies - count, rooms[1:]):
            yield [count, *rest]


def is_as_seen(view: View, rules: Rules, hands: Hands) -> bool:
    """Whether a deal, played again as it was, looks to the seat as the view does."""
    order = [(view.dealer + 1 + place) % SEATS for place in range(SEATS)]
    deck = [card for seat in order for card in [*hands[seat], *(card for who, card in view.played if who == seat)]]
    game = new_game(rules, deals=[deck])
    for seat, action in [(seat, action) for seat, _, action in view.said] + view.played:
        if game.to_act != seat or not game.allows(action):
            return False
        game.apply(action)
    return game.kind == Kind.PLAY and game.to_act == view.seat and view_of(game) == view
