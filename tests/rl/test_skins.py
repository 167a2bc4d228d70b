"""PettingZoo's own tests, and Gymnasium's vector interface."""

import gymnasium
import numpy as np
import pytest
from pettingzoo.test import api_test, seed_test

from arena.rl.gymnasium import LearnerTables
from arena.rl.pettingzoo import Table
from arena.rules import VARIANTS
from bots.sdk import VectorBot


@pytest.mark.filterwarnings("ignore")  # of spaces that are no box, and of no render
@pytest.mark.parametrize("variant", ["spades-4", "pinochle-chips", "pinochle-racehorse"])
def test_pettingzoos_own_tests_pass(variant: str) -> None:
    api_test(Table(variant), num_cycles=150)
    seed_test(lambda: Table(variant), num_cycles=30)


@pytest.mark.parametrize("variant", VARIANTS)
def test_gymnasiums_vector_interface(variant: str) -> None:
    tables, dice, ended = LearnerTables(variant, 4), np.random.default_rng(0), 0
    assert tables.metadata["autoreset_mode"] is gymnasium.vector.AutoresetMode.SAME_STEP
    seen, _ = tables.reset(seed=3)
    for _ in range(25):
        assert seen in tables.observation_space
        assert (tables.tables.player % tables.tables.sides == 0).all()
        actions = np.array([dice.choice(np.flatnonzero(mask)) for mask in seen["action_mask"]])
        assert actions in tables.action_space
        seen, reward, done, cut, info = tables.step(actions)
        assert reward.shape == done.shape == cut.shape == (4,)
        assert not (reward != 0)[~done].any()
        assert not cut.any()
        last = [final for final in info.get("final_obs", []) if final is not None]
        assert len(last) == done.sum()
        assert all(final in tables.single_observation_space for final in last)
        ended += int(done.sum())
    assert ended


def test_a_wrapper_of_gymnasium_counts_the_episodes() -> None:
    tables = gymnasium.wrappers.vector.RecordEpisodeStatistics(LearnerTables("spades-3", 2, others=VectorBot()))
    seen, _ = tables.reset(seed=1)
    lengths: list[int] = []
    for _ in range(60):
        seen, _, done, _, info = tables.step(seen["action_mask"].argmax(axis=1))
        lengths += info["episode"]["l"][done].tolist() if done.any() else []
    assert set(lengths) == {19}  # blind, a bid, 17 cards


def test_one_seed_serves_all_tables() -> None:
    tables = LearnerTables("spades-4", 2, others=VectorBot())
    first, _ = tables.reset(seed=1, options={"deal": [0, 0], "rotation": [0, 0]})
    again, _ = tables.reset(options={"deal": [0, 0]})
    assert np.array_equal(first["columns"][0], first["columns"][1])
    assert np.array_equal(first["columns"], again["columns"])
    with pytest.raises(ValueError, match="one integer"):
        tables.reset(seed=[1, 2])
