"""The solver against plain recursion, on the last cards of random hands."""

import pytest

from arena.rules import VARIANTS, Game, Kind, Solver, configure, worths
from arena.rules.search.solver import is_two_sided
from tests.rules.search.views import under_play
from tests.sizes import sized

LAST = sized(2, 3)  # cards in hand
ENDS = sized(4, 20)


def plain(game: Game) -> list[float]:
    """What a hand is worth to each seat, in points of tricks where two sides play; without any short cut."""
    if game.kind != Kind.PLAY:
        if not is_two_sided(game):
            return worths(game)
        points = game.hand.points
        lead = sum(points[0::2]) - sum(points[1::2])
        return [float(lead if seat % 2 == 0 else -lead) for seat in range(game.rules.seats)]
    best: list[float] = []
    for card in game.legal().actions:
        other = game.copy()
        other.apply(card)
        values = plain(other)
        if not best or values[game.to_act] > best[game.to_act]:
            best = values
    return best


@pytest.mark.parametrize("variant", VARIANTS)
def test_ends_are_worth_what_plain_recursion_says(variant: str) -> None:
    rules = configure(variant, None, {"format": {"kind": "hands", "count": 1}})
    looked = 0
    for number in range(100):  # most random auctions of some variants end before the play
        for game in under_play(rules, number, 1):
            cards = game.layout.total(game.seats[game.to_act].cards)
            if cards > LAST or game.trick:
                continue
            found = Solver().answers(game)
            assert [card for card, _ in found] == game.legal().actions
            for card, worth in found:
                other = game.copy()
                other.apply(card)
                assert worth == plain(other)[game.to_act]
            looked += 1
            break
        if looked == ENDS:
            break
    assert looked  # a hand for chips is seldom played to its last cards
