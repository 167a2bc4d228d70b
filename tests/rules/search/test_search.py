"""A search knows its view and nothing else, and answers every kind of decision."""

from collections import Counter
from itertools import islice

import pytest

from arena.rules import KIND_NAMES, VARIANTS, Kind, configure
from arena.rules.games.rollout import Chance
from arena.rules.search.evidence import ASKED_BY
from arena.rules.search.search import best_answer
from arena.rules.search.worlds import Worlds
from tests.rules.search.views import decisions, view_of
from tests.sizes import sized

OF_EACH_KIND = sized(1, 10)
PLAYOUTS = 24
GAMES = {"format": {"kind": "hands", "count": 4}, "max_hands": 4}
NEVER = {"pinochle-two-handed": {Kind.THROW_IN}}


@pytest.mark.parametrize("variant", VARIANTS)
def test_unseen_cards_change_no_answer_of_any_kind(variant: str) -> None:
    rules = configure(variant, None, GAMES)
    asked = {kind for kind, phase in ASKED_BY.items() if phase in rules.phases}
    wanted = asked - NEVER.get(variant, set())
    seen: Counter[int] = Counter()
    for number in range(200):
        for game in decisions(rules, number):
            if seen[game.kind] == OF_EACH_KIND or (number > 3 and seen[game.kind]):
                continue
            seen[game.kind] += 1
            view = view_of(game)
            worlds = Worlds(view, Chance(number))
            worlds.draw()
            world = worlds.draw()  # what the seat does not see is otherwise in it
            other = view_of(world)
            for name in ("rules", "number", "game", "scores", "bags", "pot", "wins", "last"):
                setattr(other, name, getattr(view, name))  # of the hands before, which a world has not
            assert other == view
            action = best_answer(view, PLAYOUTS, 1)
            assert game.allows(action)
            assert best_answer(other, PLAYOUTS, 1) == action, KIND_NAMES[game.kind]
        if set(seen) >= wanted and number > 1:
            break
    assert set(seen) >= wanted


@pytest.mark.parametrize("variant", ["spades-4", "pinochle-cutthroat"])
def test_a_search_stops_when_its_time_is_over(variant: str) -> None:
    game = next(decisions(configure(variant, None, GAMES), 1))
    while len(game.legal().actions) == 1:
        game.apply(game.legal().actions[0])
    asked: list[int] = []

    def until() -> bool:
        asked.append(1)
        return len(asked) == 3

    assert game.allows(best_answer(view_of(game), 10**9, 1, until))
    assert len(asked) <= 3


@pytest.mark.parametrize("variant", ["spades-3", "spades-5-3jokers"])
def test_a_first_choice_is_kept_if_hardly_worse_and_left_if_clearly(variant: str) -> None:
    rules = configure(variant, None, GAMES)
    stays, left = 0, 0
    for game in islice((game for game in decisions(rules, 1) if len(game.legal().actions) > 1), 6):
        view = view_of(game)
        best = best_answer(view, PLAYOUTS, 1)
        for action in game.legal().actions:
            answer = best_answer(view, PLAYOUTS, 1, None, action)
            stays += answer == action != best
            left += answer != action
    assert stays
    assert left
