"""Batches of random games."""

import random
from collections.abc import Iterator
from functools import cache

from arena.rules import Game, Rules, configure, new_game, presets_of
from arena.wire.columns.pack import Columns
from bots.sdk.vector.batch import Batch
from tests.rules.choosing import random_answer

TWO_HANDS = {"kind": "hands", "count": 2}


def random_games(variant: str, count: int) -> Iterator[Game]:
    """Games at each of their decisions, in some preset each."""
    for number in range(count):
        rng = random.Random(number)
        rules: Rules = configure(variant, rng.choice(sorted(presets_of(variant))), {"format": TWO_HANDS})
        game = new_game(rules, rng.randbytes(32))
        eager = rng.choice((0.1, 0.4, 0.8))
        while not game.is_over:
            yield game
            game.apply(random_answer(game.legal(), rng, eager))


@cache
def pack_batch(variant: str, count: int) -> tuple[Batch, list[Game]]:
    """Return all decisions of some games as one batch, and copies of the games where they were asked."""
    columns, games = Columns(configure(variant)), []
    for row, game in enumerate(random_games(variant, count)):
        columns.add(game, 1000 + row, row + 1, 0, 5_000_000, 60_000_000)
        games.append(game.copy())
    return Batch(columns.take()), games
