"""Leaf counts of small positions, one file for each variant.

`python -m tests.rules.leaves` writes them anew. A position is a game of given options, dealt from a
seed, with the decisions so far as a record writes them. Its count is the number of ways to go on
for *depth* decisions, or to the end of the hand where that comes before.
"""

import itertools
import json
from pathlib import Path
from typing import Any

from arena.rules import VARIANTS, Game, Kind, Legal, configure, describe, from_decision, new_game, pack_cards

FOLDER = Path(__file__).parent
Json = dict[str, Any]


def path_of(variant: str) -> Path:
    return FOLDER / f"{variant}.json"


def positions_of(variant: str) -> list[Json]:
    positions: list[Json] = json.loads(path_of(variant).read_text())
    return positions


def listed(legal: Legal) -> list[int]:
    """Every legal action; ways to lay cards that look alike are one."""
    if legal.kind == Kind.AUCTION:
        bids = list(range(legal.least, legal.most + 1, legal.step))
        return [0, *bids] if legal.may_pass else bids
    if legal.kind in (Kind.DISCARD, Kind.GIVE):
        laid = {pack_cards(list(cards)) for cards in itertools.combinations(legal.cards, legal.count)}
        return sorted(laid | {0}) if legal.may_concede else sorted(laid)
    return legal.actions


def begun(variant: str, position: Json) -> Game:
    game = new_game(configure(variant, options=position["options"]), bytes.fromhex(position["seed"]))
    for decision in position["decisions"]:
        answer = from_decision(game.kind, decision)
        game.apply(pack_cards(answer) if isinstance(answer, list) else answer)
    return game


def leaves(game: Game, depth: int, hand: int = 0) -> int:
    """The leaves below a game, as the engine has them."""
    if depth == 0 or game.is_over or game.hand_number != hand:
        return 1
    count = 0
    for action in listed(game.legal()):
        after = game.copy()
        after.apply(action)
        count += leaves(after, depth - 1, hand)
    return count


def below_each_first_answer(game: Game, depth: int) -> dict[str, int]:
    """The count under each first card (or other answer)."""
    legal, counts = game.legal(), {}
    for action in listed(legal):
        after = game.copy()
        after.apply(action)
        counts[describe(legal.kind, action, legal.count)] = leaves(after, depth - 1)
    return counts


__all__ = ["FOLDER", "VARIANTS", "Json", "begun", "below_each_first_answer", "leaves", "path_of", "positions_of"]
