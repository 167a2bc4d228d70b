"""What a game weighs: the bytes of the objects that it owns."""

import gc
import sys
from dataclasses import is_dataclass
from types import FunctionType, ModuleType

from arena.rules import Game
from arena.rules.hands.layout import Codes

SHARED = (type, ModuleType, FunctionType, Codes, str)
CACHED = range(-5, 257)  # CPython has these integers once


def size_of(game: Game) -> int:
    """Return the summed sizes of a game's own objects: without rules, layout, seed, given deals and finished hands."""
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
