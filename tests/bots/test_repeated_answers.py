import pytest

from arena.rules import VARIANTS, configure
from bots.house.random import RandomBot
from bots.house.simple import SimpleBot
from bots.sdk.practice.local import board_seed, play_local
from bots.sdk.practice.practice import first_other


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_bot_answers_again_as_it_did_and_another_otherwise(variant: str) -> None:
    rules = configure(variant, options={"format": {"kind": "hands", "count": 2}})
    game = play_local(rules, board_seed(3, 0), [SimpleBot, *[RandomBot] * (rules.seats - 1)])
    own = game.seating.index(0)
    assert first_other(game, SimpleBot, [own]) is None
    assert first_other(game, RandomBot, set(range(rules.seats)) - {own}) is None
    number = first_other(game, SimpleBot, range(rules.seats))
    assert number is not None
    assert number < len(game.actions)
