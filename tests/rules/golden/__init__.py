"""One golden game for each variant and preset. A record a file; `python -m tests.rules.golden` writes them anew."""

import json
import random
from pathlib import Path
from typing import Any

from arena.rules import VARIANTS, Game, configure, from_decision, new_game, pack_cards, presets_of
from tests.rules.choosing import random_answer, record_of

FOLDER = Path(__file__).parent
PRESETS = [(variant, preset) for variant in VARIANTS for preset in presets_of(variant)]
TRIED = 30
HANDS = 2


def path_of(variant: str, preset: str) -> Path:
    return FOLDER / f"{variant}.{preset}.json"


def text_of(record: dict[str, Any]) -> str:
    return json.dumps(record, separators=(",", ":")) + "\n"


def played(variant: str, preset: str, number: int) -> Game:
    """Play a random game of few hands. Unless the preset has a length of its own."""
    own_length = "format" in presets_of(variant)[preset]
    rules = configure(variant, preset, {} if own_length else {"max_hands": HANDS})
    rng = random.Random(number)
    game = new_game(rules, rng.randbytes(32))
    while not game.is_over:
        game.apply(random_answer(game.legal(), rng, 0.2))
    return game


def variety(record: dict[str, Any]) -> int:
    hands = record["hands"]
    said = {(answer["do"], str(answer.get("value"))[:1]) for hand in hands for answer in hand["decisions"]}
    melds = {tuple(meld[:2]) for hand in hands for laid in hand.get("melds", []) for meld in laid["melds"]}
    return len(said) + 2 * len(melds) + 4 * len({hand["outcome"] for hand in hands})


def golden(variant: str, preset: str) -> dict[str, Any]:
    """The game of the first so many in which most happens."""
    return max((record_of(played(variant, preset, number)) for number in range(TRIED)), key=variety)


def replayed(record: dict[str, Any]) -> dict[str, Any]:
    """The record that its decisions give when they are played again."""
    game = new_game(configure(record["variant"], options=record["options"]), bytes.fromhex(record["seed"]))
    for hand in record["hands"]:
        for decision in hand["decisions"]:
            answer = from_decision(game.kind, decision)
            game.apply(pack_cards(answer) if isinstance(answer, list) else answer)
    return record_of(game)
