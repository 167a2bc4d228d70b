"""Claims by what a seat knows: never wrong, and blind to how the unseen cards lie."""

import pytest

from arena.rules import VARIANTS, Chance, Game, configure
from arena.rules.phases import tricks
from arena.rules.search.claim import NO_CARD, sure_card
from arena.rules.search.piles import NoDealError
from arena.rules.search.solver import Solver
from arena.rules.search.worlds import Worlds
from tests.rules.search.views import under_play, view_of
from tests.sizes import sized

HANDS = 100
MOST = sized(4, 40)  # positions of a variant
LAST = sized(3, 4)  # cards in hand


def claimed(variant: str) -> list[Game]:
    """Positions of random hands in which the seat to act takes the rest for sure."""
    rules = configure(variant, None, {"format": {"kind": "hands", "count": 1}})
    games = []
    for number in range(HANDS):
        for game in under_play(rules, number, 2):
            count = game.layout.total(game.seats[game.to_act].cards)
            if 1 < count <= LAST and sure_card(game) != NO_CARD:
                games.append(game.copy())
                break
        if len(games) == MOST:
            break
    return games


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_claim_that_is_granted_holds_in_every_world_and_against_every_play(variant: str) -> None:
    games = claimed(variant)
    assert games or variant == "pinochle-chips"  # such hands end before
    for game in games:
        assert Solver().takes_the_rest(game, game.to_act, 10**6)
        assert keeps_what_it_claims(game, game.to_act)


def keeps_what_it_claims(game: Game, seat: int) -> bool:
    """Whether the seat takes every trick by `sure_card`, whatever the others play."""
    own = game.to_act == seat
    for card in [sure_card(game)] if own else game.legal().actions:
        assert card != NO_CARD
        other = game.copy()
        over = tricks.play(other, card, game.layout.bit[card])
        if other.hand.gathered > game.hand.gathered and other.hand.last_winner != seat:
            return False
        if not over and not keeps_what_it_claims(other, seat):
            return False
    return True


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_granted_claim_reveals_nothing_of_the_unseen_cards(variant: str) -> None:
    rules = configure(variant, None, {"format": {"kind": "hands", "count": 1}})
    looked = 0
    for number in range(HANDS):
        for game in under_play(rules, number, 20):
            asked = view_of(game)
            asked.legal = game.legal()
            try:
                worlds = Worlds(asked, Chance(number))
            except NoDealError:
                continue
            assert {sure_card(worlds.draw()) for _ in range(3)} == {sure_card(game)}
            looked += 1
        if looked >= MOST:
            break
    assert looked or variant == "pinochle-chips"
