"""Measure random play in a learning environment: decisions a second.

`python -m tools.bench.environment_loops LOOP SECONDS` prints one number as JSON. Each peer runs as in its own examples.
"""

import json
import random
import sys
from collections.abc import Callable
from typing import Any

import numpy as np

from tools.bench.clock import hands_per_second
from tools.bench.hands import NOBODY_GOES_BLIND

VARIANT = "spades-4"
TABLES = 512
CALLS = 20
STEPS = 500


def columns() -> Callable[[], int]:
    """Return a loop over our tables: columns packed, rewards written, actions drawn in compiled code."""
    from arena.rl.tables import VectorTables

    tables = VectorTables(VARIANT, TABLES, options=NOBODY_GOES_BLIND)

    def play() -> int:
        for _ in range(CALLS):
            tables.step(tables.draw())
        return CALLS * TABLES

    return play


def gymnasium() -> Callable[[], int]:
    """Return a loop of our Gymnasium adapter: a learner's first legal action, against random play."""
    from arena.rl.gymnasium import LearnerTables

    tables = LearnerTables(VARIANT, TABLES, others=None, **NOBODY_GOES_BLIND)
    tables.reset(seed=1)

    def play() -> int:
        for _ in range(CALLS):
            tables.step(tables.tables.batch.first_legal)
        return CALLS * TABLES

    return play


def turns(env: Any, legal: Callable[[Any], Any]) -> Callable[[], int]:
    """Return a loop over a PettingZoo environment, by turns."""
    rng = random.Random(1)

    def play() -> int:
        env.reset(seed=rng.getrandbits(30))
        steps = 0
        for _ in env.agent_iter():
            seen, _, over, cut, _ = env.last()
            if over or cut:
                env.step(None)
                continue
            steps += 1
            env.step(int(rng.choice(legal(seen))))
        return steps

    return play


def pettingzoo() -> Callable[[], int]:
    """Return a loop of our PettingZoo adapter."""
    from arena.rl.pettingzoo import Table

    return turns(Table(VARIANT, **NOBODY_GOES_BLIND), _of_mask)


def hanabi() -> Callable[[], int]:
    """Return a loop of PettingZoo's hanabi, its only game with hidden cards and partners."""
    from pettingzoo.classic import hanabi_v5

    return turns(hanabi_v5.env(), _of_mask)


def bridge() -> Callable[[], int]:
    """Return a loop of RLCard's bridge, its only game of tricks."""
    import rlcard

    env = rlcard.make("bridge", config={"seed": 1})
    rng = random.Random(1)

    def play() -> int:
        state, _ = env.reset()
        steps = 0
        while not env.is_over():
            state, _ = env.step(rng.choice(list(state["legal_actions"])))
            steps += 1
        return steps

    return play


def _of_mask(seen: Any) -> Any:
    return np.flatnonzero(seen["action_mask"])


LOOPS = {loop.__name__: loop for loop in (columns, gymnasium, pettingzoo, hanabi, bridge)}

if __name__ == "__main__":
    print(json.dumps(hands_per_second(LOOPS[sys.argv[1]](), float(sys.argv[2]))))
