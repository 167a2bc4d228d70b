"""House bots at tables of an environment play as they play anywhere."""

import numpy as np
import pytest

from arena.rl.gymnasium import LearnerTables
from arena.rl.house import HouseSeats
from arena.rl.stepping import deal_seed
from arena.rl.tables import ONE_HAND, VectorTables
from arena.rules import VARIANTS, configure
from bots.sdk.practice.local import UnknownOpponentError, house_bot, play_local

N = 3


@pytest.mark.parametrize("variant", VARIANTS)
def test_they_play_the_games_that_they_play_locally(variant: str) -> None:
    tables = VectorTables(variant, N)
    tables.reset(7)
    house = HouseSeats(tables, "simple")
    games = [tables.game(row) for row in range(N)]
    over = np.zeros(N, np.bool_)
    while not over.all():
        tables.step(house.answers(np.flatnonzero(~over)))
        over |= tables.done
    rules, bots = configure(variant, None, ONE_HAND), [house_bot("simple")] * games[0].rules.seats
    for deal, game in enumerate(games):
        assert game.actions == play_local(rules, deal_seed(7, deal), bots).actions


def test_a_learner_sits_down_with_them() -> None:
    ended = []
    for _ in range(2):
        tables = LearnerTables("spades-3", 4, others="simple")
        seen, _ = tables.reset(seed=3)
        rewards = []
        for _ in range(20):
            seen, reward, done, _, _ = tables.step(seen["action_mask"].argmax(axis=1))
            rewards.append(reward[done].tolist())
        ended.append(rewards)
    assert any(ended[0])
    assert ended[0] == ended[1]


def test_an_unknown_house_bot_is_named() -> None:
    with pytest.raises(UnknownOpponentError, match="'expertly' is not a house bot"):
        LearnerTables("spades-3", 1, others="expertly")
