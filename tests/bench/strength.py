"""Measure how much stronger one house bot is than another, on one-hand duplicate boards.

`python -m tests.bench.strength [VARIANT ...] [--bots search simple] [--boards 100] [--playouts 200]`. The first bot
sits with the second in all other seats; each deal is played in every rotation, and once more with the second in all
seats. A deal counts the first bot's points less the mean of the other sides', less what the second made of the same
seats. Equal commands print equal tables.
"""

import argparse
from collections.abc import Callable, Sequence
from functools import partial
from math import sqrt
from multiprocessing import Pool
from statistics import mean, stdev
from typing import Final

from arena.league.numeric.student import t_quantile
from arena.rules import COMPILED, VARIANTS, Game, Rules, configure, side_of, sides_of
from bots.house.search import SearchBot
from bots.sdk import Bot
from bots.sdk.practice.local import board_seed, house_bot, play_board, seat_of
from tests.bench.machine import machine

SEED: Final = 19
ONE_HAND: Final = {"format": {"kind": "hands", "count": 1}, "max_hands": 1}


def main() -> None:
    """Print a line for each variant as it comes."""
    given = _parsed()
    print(f"{machine()}; {'compiled' if COMPILED else 'uncompiled'}; {given.playouts} playouts; seed {SEED}")
    print("| variant | boards | points a hand more | 95% interval |\n|---|---|---|---|")
    with Pool(given.jobs) as pool:
        for variant in given.variants or VARIANTS:
            work = partial(gained, variant, given.bots, given.playouts)
            found = list(pool.imap(work, range(given.boards)))
            half = t_quantile(0.975, len(found) - 1) * stdev(found) / sqrt(len(found))
            more = mean(found)
            print(f"| {variant} | {len(found)} | {more:+.2f} | {more - half:+.2f} to {more + half:+.2f} |", flush=True)


def gained(variant: str, names: Sequence[str], playouts: int, board: int) -> float:
    """Return how many points a hand the first bot gains over the second on a deal."""
    rules = configure(variant, None, ONE_HAND)
    first, second = (_maker(name, playouts) for name in names)
    seed, others = board_seed(SEED, board), [second] * (sides_of(rules) - 1)
    return _ahead(rules, play_board(rules, seed, [first, *others])) - _ahead(
        rules, play_board(rules, seed, [second, *others])
    )


def _maker(name: str, playouts: int) -> Callable[[], Bot]:
    bot = house_bot(name)
    return type("Measured", (bot,), {"playouts": playouts}) if issubclass(bot, SearchBot) else bot


def _ahead(rules: Rules, games: Sequence[Game]) -> float:
    """Return the points of the line-up's first bot less the mean of the other sides', over the rotations."""
    found = []
    for rotation, game in enumerate(games):
        own = side_of(rules, seat_of(game, 0, rotation))
        points = game.hand.deltas
        others = [points[seat] for seat in range(rules.seats) if seat not in own]
        found.append(points[own[0]] - mean(others))
    return mean(found)


def _parsed() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.bench.strength", description=__doc__)
    parser.add_argument("variants", nargs="*", choices=[[], *VARIANTS], help="all of them unless told")
    parser.add_argument("--bots", nargs=2, default=["search", "simple"], metavar=("FIRST", "SECOND"))
    parser.add_argument("--boards", type=int, default=100, help="deals of each variant (100)")
    parser.add_argument("--playouts", type=int, default=200, help="of a decision of `search` (200)")
    parser.add_argument("--jobs", type=int, default=2, help="processes (2)")
    return parser.parse_args()


if __name__ == "__main__":
    main()
