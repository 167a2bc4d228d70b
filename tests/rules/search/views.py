"""Views of games at their decisions, for the tests of search."""

import random
from collections.abc import Iterator

from arena.rules import Game, Kind, Rules, View, new_game
from tests.rules.playing import random_action


def view_of(game: Game) -> View:
    return game.view(game.to_act)


def under_play(rules: Rules, number: int, one_in: int) -> Iterator[Game]:
    """A random game, again and again as one of so many of its cards is asked for."""
    rng = random.Random(number)
    for game in decisions(rules, number):
        if game.kind == Kind.PLAY and rng.randrange(one_in) == 0:
            yield game


def decisions(rules: Rules, number: int) -> Iterator[Game]:
    rng = random.Random(number)
    game = new_game(rules, rng.randbytes(32))
    while not game.is_over:
        yield game
        game.apply(random_action(game.legal(), rng))
