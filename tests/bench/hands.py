"""Hands per second of our rules core under random play, through its public API, with a driver in plain Python.

Run as a program (`python -m tests.bench.hands VARIANT SECONDS`) it prints one JSON object, so that the compiled and the
uncompiled core are each measured in a process of their own.
"""

import json
import random
import sys
import time

from arena import rules as core
from arena.rules import game as engine


def loaded_core() -> str:
    """Which build of the rules core this process runs: "Python" or "compiled"."""
    return "Python" if str(engine.__file__).endswith(".py") else "compiled"


def play_one(rules: core.Rules, seed: bytes, rng: random.Random) -> int:
    """Play a game with uniformly random legal answers; return how many decisions it had."""
    game = core.new_game(rules, seed)
    decisions = 0
    while not game.is_over:
        game.apply(random_answer(game.legal(), rng))
        decisions += 1
    return decisions


def random_answer(legal: core.Legal, rng: random.Random) -> int:
    """Any legal answer, each about equally likely."""
    actions: list[int] = legal.actions
    if actions:
        return actions[int(rng.random() * len(actions))]
    if legal.count:
        chosen = sorted(rng.sample(range(len(legal.cards)), legal.count))
        return core.pack_cards([legal.cards[index] for index in chosen])
    bids: list[int] = [0] if legal.may_pass else []
    bids += range(legal.least, min(legal.most, legal.least + 20) + 1, legal.step)
    return rng.choice(bids)


def measure(variant: str, seconds: float) -> dict[str, object]:
    """Play hands of *variant* for *seconds*; each game is one hand, dealt from its own seed."""
    rules = core.configure(variant, options={"format": {"kind": "hands", "count": 1}})
    rng = random.Random(1)
    hands = decisions = 0
    start = time.perf_counter()
    while (elapsed := time.perf_counter() - start) < seconds:
        for _ in range(50):
            decisions += play_one(rules, rng.randbytes(32), rng)
        hands += 50
    return {"core": loaded_core(), "hands/s": hands / elapsed, "decisions/s": decisions / elapsed}


if __name__ == "__main__":
    print(json.dumps(measure(sys.argv[1], float(sys.argv[2]))))
