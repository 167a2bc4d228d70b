"""Measure how many ends of hands our solver solves per second, next to endplay's figure.

`python -m tools.bench.solver.ends VARIANT SECONDS` prints one JSON object: cards in hand -> solves per second.
"""

import json
import random
import sys
from functools import partial
from typing import Any, Final

from arena.rules import Game, Kind, configure, new_game
from arena.rules.search.solver import Solver, is_two_sided
from tests.rules.playing import random_action
from tools.bench.clock import hands_per_second

HELD: Final = (4, 6)  # cards in hand; only the first if each seat plays for itself
POSITIONS: Final = 40
MAX_HANDS: Final = 20_000  # dealt hands at most: in some variants most random auctions end before the play
NOTES: Final = """
solves/s of one core, in CPU time of the process: leads of random hands with so many cards in each, every legal card
solved; in brackets: times endplay in this run, at as many cards. endplay is Bo Haglund's double dummy solver of bridge,
in C++: a peer in speed, not in rules. Where each plays for itself a position is worth a figure to every seat, and
nothing can be cut off (max^n)."""


def ends(variant: str, tricks: int) -> list[Game]:
    """Return the leads to the last *tricks* tricks of random hands."""
    rules = configure(variant, options={"format": {"kind": "hands", "count": 1}})
    rng = random.Random(1)
    games: list[Game] = []
    for _ in range(MAX_HANDS):
        game = new_game(rules, rng.randbytes(32))
        while not game.is_over:
            cards = game.layout.total(game.seats[game.to_act].cards)
            if game.kind == Kind.PLAY and cards == tricks and not game.trick:
                games.append(game)
                break
            game.apply(random_action(game.legal(), rng))
        if len(games) == POSITIONS:
            break
    return games


def solve_all(games: list[Game]) -> int:
    """Solve each end with an empty cache."""
    for game in games:
        Solver().answers(game)
    return len(games)


def main(variant: str, seconds: float) -> None:
    """Measure one variant."""
    rates = {}
    for tricks in HELD:
        games = ends(variant, tricks)
        if games and (tricks == HELD[0] or is_two_sided(games[0])):
            rates[tricks] = hands_per_second(partial(solve_all, games), seconds)
    print(json.dumps(rates))


def show(peer: dict[str, float], rates: dict[str, dict[str, Any]]) -> None:
    """Print the solves per second of each variant next to the peer's."""
    print(f"{'solves/s, compiled':<21}" + "".join(f"{tricks:>11} cards" for tricks in HELD))
    print(f"{'endplay, bridge':<21}" + "".join(f"{peer[str(tricks)]:>17,.0f}" for tricks in HELD))
    for variant, solve_all in rates.items():
        cells = [
            f"{solve_all[str(tricks)]:,.0f} ({solve_all[str(tricks)] / peer[str(tricks)]:.3f})"
            if str(tricks) in solve_all
            else ""
            for tricks in HELD
        ]
        print(f"{variant:<21}" + "".join(f"{cell:>17}" for cell in cells))
    print(NOTES)


if __name__ == "__main__":
    main(sys.argv[1], float(sys.argv[2]))
