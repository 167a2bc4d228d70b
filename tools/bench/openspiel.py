"""The peer: OpenSpiel's `spades` in random play, in Python and in C++; its rules for leading differ from ours.

`python -m tools.bench.openspiel SECONDS [LOOP ...]` prints one JSON object with the named loops, or all.
"""

import json
import random
import sys
from typing import Any

import pyspiel

from tools.bench.clock import hands_per_second

GAME = pyspiel.load_game("spades")
DEALT = 200


def deal(state: Any, rng: random.Random) -> None:
    """Take the chance nodes at the beginning: the deal."""
    while state.is_chance_node():
        outcomes = state.chance_outcomes()
        state.apply_action(outcomes[int(rng.random() * len(outcomes))][0])


def python_hands(rng: random.Random) -> int:
    """Play hands with a random driver in Python, dealing included, as OpenSpiel's own examples do."""
    for _ in range(20):
        state = GAME.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes = state.chance_outcomes()
                state.apply_action(outcomes[int(rng.random() * len(outcomes))][0])
            else:
                actions = state.legal_actions()
                state.apply_action(actions[int(rng.random() * len(actions))])
    return 20


def main(seconds: float, names: list[str]) -> None:
    """Measure three loops; `evaluate_bots` with uniformly random bots is the compiled one."""
    rng = random.Random(1)
    bots = [pyspiel.make_uniform_random_bot(seat, seat + 1) for seat in range(4)]
    dealt = [GAME.new_initial_state() for _ in range(DEALT)]
    for state in dealt:
        deal(state, rng)

    def rollouts() -> int:
        for seed in range(DEALT):
            pyspiel.evaluate_bots(GAME.new_initial_state(), bots, seed)
        return DEALT

    def rollouts_of_dealt() -> int:
        for seed, state in enumerate(dealt):
            pyspiel.evaluate_bots(state.clone(), bots, seed)
        return DEALT

    loops = {
        "python": lambda: python_hands(rng),
        "rollouts": rollouts,
        "rollouts of dealt hands": rollouts_of_dealt,
    }
    print(json.dumps({name: hands_per_second(loops[name], seconds) for name in names or loops}))


if __name__ == "__main__":
    main(float(sys.argv[1]), sys.argv[2:])
