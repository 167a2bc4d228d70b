"""Measure the rules core of this process under random play.

`python -m tools.bench.hands VARIANT SECONDS` prints one JSON object. It has hands per second of a driver in plain
Python. For the compiled core it also has those of `play_out`, copies per second, and the bytes of a state.
"""

import gc
import json
import random
import sys
from dataclasses import is_dataclass
from types import FunctionType, ModuleType

from arena import rules as core
from arena.rules.hands.layout import Codes
from tools.bench.clock import hands_per_second

GAMES = 100
MATCH = 100  # hands
SHARED = (type, ModuleType, FunctionType, Codes, str)
CACHED = range(-5, 257)  # CPython has one object for each of these integers
NOBODY_GOES_BLIND = {"blind_nil_allowed": False, "blind_six_limit": 0}  # 4 bids and 52 plays, as in OpenSpiel


def rules_of(variant: str, hands: int) -> core.Rules:
    """Return the variant in matches of so many hands."""
    spades = NOBODY_GOES_BLIND if variant.startswith("spades") else {}
    return core.configure(variant, options={"format": {"kind": "hands", "count": hands}, **spades})


def python_hands(rules: core.Rules, rng: random.Random) -> int:
    """Play games of one hand with random answers, each from its own seed."""
    for _ in range(GAMES):
        game = core.new_game(rules, rng.randbytes(32))
        while game.kind:
            legal = game.legal()
            actions: list[int] = legal.actions
            game.apply(actions[int(rng.random() * len(actions))] if actions else answer_unlisted(legal, rng))
    return GAMES


def answer_unlisted(legal: core.Legal, rng: random.Random) -> int:
    """Return a random answer to a decision without listed actions."""
    if legal.count:
        chosen = sorted(rng.sample(range(len(legal.cards)), legal.count))
        return core.pack_cards([legal.cards[index] for index in chosen])
    bids: list[int] = [0] if legal.may_pass else []
    bids += range(legal.least, min(legal.most, legal.least + 20) + 1, legal.step)
    return rng.choice(bids)


def rollouts(rules: core.Rules, rng: random.Random) -> int:
    """Play a whole match, each hand shuffled as in the sheet."""
    game = core.new_game(rules, rng.randbytes(32))
    core.play_out(game, rng.getrandbits(62))
    return game.hand_number + 1


def rollouts_of_dealt(dealt: list[core.Game]) -> int:
    """Play copies of games that are dealt already."""
    for seed, game in enumerate(dealt):
        core.play_out(game.copy(), seed)
    return len(dealt)


def copies(game: core.Game) -> int:
    """Copy one game often."""
    for _ in range(10_000):
        game.copy()
    return 10_000


def size_of(game: core.Game) -> int:
    """Return the total size of a game's own objects: without rules, layout, seed, given deals and finished hands."""
    seen = {id(game.seed), id(game.deals), id(game.rules), id(game.after), *(id(hand) for hand in game.finished)}
    pending: list[object] = [game]
    size = 0
    while pending:
        thing = pending.pop()
        if id(thing) in seen or isinstance(thing, SHARED) or is_dataclass(thing):
            continue
        if isinstance(thing, int) and thing in CACHED:
            continue
        seen.add(id(thing))
        size += sys.getsizeof(thing)
        pending += gc.get_referents(thing)
    return size


def heaviest(game: core.Game, rng: random.Random) -> int:
    """Play a game at random to its end; return its largest size in bytes."""
    most = size_of(game)
    while game.kind:
        legal = game.legal()
        game.apply(rng.choice(legal.actions) if legal.actions else answer_unlisted(legal, rng))
        most = max(most, size_of(game))
    return most


def measure(variant: str, seconds: float) -> dict[str, object]:
    """Return all figures of one variant."""
    rng = random.Random(1)
    hand, match = rules_of(variant, 1), rules_of(variant, MATCH)
    figures: dict[str, object] = {
        "core": "compiled" if core.COMPILED else "Python",
        "python": hands_per_second(lambda: python_hands(hand, rng), seconds),
    }
    if core.COMPILED:
        dealt = [core.new_game(hand, rng.randbytes(32)) for _ in range(GAMES)]
        figures["rollouts"] = hands_per_second(lambda: rollouts(match, rng), seconds)
        figures["rollouts of dealt hands"] = hands_per_second(lambda: rollouts_of_dealt(dealt), seconds)
        halfway = dealt[0].copy()
        while halfway.decision_number < 30 and not halfway.is_over:
            halfway.apply(halfway.fallback())
        figures["copies"] = hands_per_second(lambda: copies(halfway), seconds / 3)
        figures["bytes dealt"] = size_of(dealt[0])
        figures["bytes at most"] = max(heaviest(game.copy(), rng) for game in dealt)
    return figures


if __name__ == "__main__":
    print(json.dumps(measure(sys.argv[1], float(sys.argv[2]))))
