"""At every decision before the play, worlds come as often as an enumeration of all deals counts them."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations

import pytest

from arena.rules import KIND_NAMES, VARIANTS, Deck, Game, Kind, Rules, View, new_game, pack_cards
from arena.rules.games.rollout import Chance
from arena.rules.hands.layout import layout_of
from arena.rules.phases.deal import block_start, dealt_to
from arena.rules.rules import Offered
from arena.rules.search.dealing import one_hand
from arena.rules.search.worlds import Worlds
from tests.rules.search.views import view_of

DRAWS = 1500
Hands = tuple[tuple[int, ...], ...]


def three_with_a_kitty() -> Rules:
    """Pinochle for three: two cards each, two in the kitty."""
    rules = VARIANTS["pinochle-chips"]
    assert rules.exchange is not None
    small = replace(rules, deck=Deck("KQ"), deal=replace(rules.deal, hand=2, kitty=2))
    return replace(small, exchange=replace(rules.exchange, discards=2))


def partners() -> Rules:
    """Two cards each, of which partners give each other one; the declarer may throw in."""
    rules = VARIANTS["pinochle-racehorse"]
    assert rules.giving is not None
    assert rules.throw_in is not None
    small = replace(rules, deck=Deck("KQ"), deal=replace(rules.deal, hand=2), giving=replace(rules.giving, count=1))
    return replace(small, throw_in=replace(rules.throw_in, offered=Offered.ALWAYS))


def spades() -> Rules:
    rules = VARIANTS["spades-3"]
    return replace(rules, deck=Deck("AK", without=(12, 25)), deal=replace(rules.deal, hand=2))


def decisions_of(rules: Rules) -> Iterator[Game]:
    """One game, at each decision before the play; its first answers that are no concession or pass are given."""
    game = new_game(one_hand(rules), deals=[layout_of(rules.deck).deck])
    while game.kind not in (Kind.PLAY, Kind.NONE):
        yield game
        legal = game.legal()
        if legal.kind == Kind.AUCTION:
            game.apply(0 if legal.may_pass else legal.least)
        elif legal.cards:
            game.apply(pack_cards(legal.cards[: legal.count]))
        else:
            game.apply(legal.actions[0] if legal.kind != Kind.WIDOW else legal.actions[-1])


CASES = [
    pytest.param(made, number, id=f"{made.__name__}-{number}-{KIND_NAMES[game.kind]}")
    for made in (spades, three_with_a_kitty, partners)
    for number, game in enumerate(decisions_of(made()))
    if (made, number) not in ((partners, 0), (partners, 1), (partners, 2), (spades, 0), (three_with_a_kitty, 1))
]


def test_every_kind_of_decision_is_among_them() -> None:
    kinds = {game.kind for made in (spades, three_with_a_kitty, partners) for game in decisions_of(made())}
    assert kinds == set(range(Kind.BLIND, Kind.PLAY))


@pytest.mark.parametrize(("make_game", "number"), CASES)
def test_worlds_come_as_often_as_they_are_counted(make_game: object, number: int) -> None:
    assert callable(make_game)
    rules = make_game()
    game = next(game for place, game in enumerate(decisions_of(rules)) if place == number)
    view = view_of(game)
    own = None if game.kind == Kind.BLIND else set(dealt_to(rules, game.hand, view.seat))
    start = block_start(rules, game.hand.dealer, view.seat)
    ways: Counter[Hands] = Counter()
    for deck in decks(rules, list(layout_of(rules.deck).deck)):
        if own is not None and set(deck[start : start + rules.deal.hand]) != own:
            continue
        for game in answered(new_game(view.rules, deals=[deck]), view, list(view.said)):
            ways[cards_of(game)] += 1
    worlds = Worlds(view, Chance(3))
    drawn = Counter(cards_of(worlds.draw()) for _ in range(DRAWS))
    assert set(drawn) <= set(ways)
    expected = {each: DRAWS * count / ways.total() for each, count in ways.items()}
    chi_squared = sum((drawn[each] - mean) ** 2 / mean for each, mean in expected.items())
    freedom = len(ways) - 1
    assert chi_squared < freedom + 4 * (2 * freedom) ** 0.5 + 4


def cards_of(game: Game) -> Hands:
    return tuple(tuple(game.layout.sorted(seat.cards)) for seat in game.seats)


def decks(rules: Rules, left: list[int]) -> Iterator[list[int]]:
    """Every way to deal the hands, and the rest to the kitty."""
    if len(left) <= max(rules.deal.kitty, 0):
        yield left
        return
    for cards in combinations(left, rules.deal.hand):
        for rest in decks(rules, [card for card in left if card not in cards]):
            yield [*cards, *rest]


def answered(game: Game, view: View, said: list[tuple[int, int, int]]) -> Iterator[Game]:
    """The game after all that was said and after every hidden answer, where it looks to the seat as the view does."""
    while game.kind != Kind.NONE:
        if game.to_act == view.seat and not said:
            if game.view(view.seat) == view:
                yield game
            return
        if said and said[0][:2] == (game.to_act, game.kind):
            if not game.allows(said[0][2]):
                return
            game.apply(said.pop(0)[2])
            continue
        if game.kind not in (Kind.DISCARD, Kind.GIVE):
            return
        legal = game.legal()
        for laid in combinations(legal.cards, legal.count):
            other = game.copy()
            other.apply(pack_cards(list(laid)))
            yield from answered(other, view, list(said))
        return
