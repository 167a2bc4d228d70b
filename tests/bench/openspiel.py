"""The peer: OpenSpiel's `spades`, random play, through its Python API and through its C++ loop.

Its game is partnership spades with other rules of leading: a peer in speed, not in rules.
`python -m tests.bench.openspiel SECONDS` prints one JSON object.
"""

import json
import random
import sys
import time

import pyspiel


def python_loop(seconds: float) -> float:
    """Hands per second with a random driver in Python, dealing included."""
    game = pyspiel.load_game("spades")
    rng = random.Random(1)
    hands = 0
    start = time.perf_counter()
    while (elapsed := time.perf_counter() - start) < seconds:
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes = state.chance_outcomes()
                state.apply_action(outcomes[int(rng.random() * len(outcomes))][0])
            else:
                actions = state.legal_actions()
                state.apply_action(actions[int(rng.random() * len(actions))])
        hands += 1
    return hands / elapsed


def compiled_loop(seconds: float) -> float:
    """Hands per second of `evaluate_bots` with its uniform random bots, dealing included."""
    game = pyspiel.load_game("spades")
    bots = [pyspiel.make_uniform_random_bot(seat, seat + 1) for seat in range(4)]
    hands = 0
    start = time.perf_counter()
    while (elapsed := time.perf_counter() - start) < seconds:
        for seed in range(hands, hands + 100):
            pyspiel.evaluate_bots(game.new_initial_state(), bots, seed)
        hands += 100
    return hands / elapsed


if __name__ == "__main__":
    budget = float(sys.argv[1])
    print(json.dumps({"python": python_loop(budget), "c++": compiled_loop(budget)}))
