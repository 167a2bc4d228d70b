"""Measure playouts a second of the bot `search` on one core, sampling of worlds included.

`python -m tools.bench.search.speed [VARIANT ...]`, also part of `make bench`. In games of `simple` all decisions before
the play, and every fifth card, are searched with 200 playouts, in the process's CPU time.
"""

import json
import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from itertools import count
from typing import Final

from arena.rules import VARIANTS, Game, Kind, configure, new_game
from arena.rules.search.search import Search
from bots.house.asking import answer_by
from bots.sdk.practice.local import board_seed
from tests.arguments import Parser, variant_name
from tools.bench.machine import machine

PLAYOUTS: Final = 200
CARDS: Final = 5  # one card in so many is searched
SETS: Final = 12
SECONDS: Final = 2.0
FLOORS: Final = {"spades-4": 20_000}
FLOOR: Final = 5_000
ONE_HAND: Final = {"format": {"kind": "hands", "count": 1}, "max_hands": 1}


@dataclass(frozen=True)
class Speed:
    """Playouts a second of a variant: at all decisions, and at cards alone."""

    variant: str
    playouts: float
    of_cards: float
    searches: int


class Timed:
    """Searches and their durations."""

    def __init__(self) -> None:
        self.seconds = 0.0
        self.playouts = 0
        self.searches = 0

    def search(self, game: Game) -> None:
        """Search a decision, and count it."""
        view = game.view(game.to_act)
        began = time.process_time()
        search = Search(view, 1, SETS)
        while search.playouts < PLAYOUTS and len(search.open) > 1:
            search.go_on()
        self.seconds += time.process_time() - began
        self.playouts += search.playouts
        self.searches += 1


def speed(variant: str, seconds: float) -> Speed:
    """Search decisions of a variant for some seconds."""
    rules = configure(variant, None, ONE_HAND)
    calls, cards = Timed(), Timed()
    for board in count():
        game = new_game(rules, board_seed(1, board))
        for number in count():
            if game.is_over or calls.seconds + cards.seconds > seconds:
                break
            if game.legal().single < 0 and (game.kind != Kind.PLAY or number % CARDS == 0):
                (cards if game.kind == Kind.PLAY else calls).search(game)
            game.apply(answer_by("simple", game))
        if calls.seconds + cards.seconds > seconds:
            break
    both = (calls.playouts + cards.playouts) / (calls.seconds + cards.seconds)
    return Speed(variant, both, cards.playouts / cards.seconds, calls.searches + cards.searches)


def show(speeds: Sequence[Speed]) -> None:
    """Print a row for each variant."""
    print("Playouts a second of `search` on one core, worlds included")
    for each in speeds:
        floor = FLOORS.get(each.variant, FLOOR)
        print(f"  {each.variant:22} {each.playouts:9,.0f}  (cards alone {each.of_cards:9,.0f}; floor {floor:,})")


def main() -> None:
    """Measure and print."""
    parser = Parser(prog="python -m tools.bench.search.speed", description=__doc__)
    parser.add_argument("variants", nargs="*", type=variant_name, help="default: all")
    parser.add_argument("--seconds", type=float, default=SECONDS, help="a variant (2)")
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args()
    speeds = [speed(variant, given.seconds) for variant in given.variants or VARIANTS]
    if given.json:
        print(json.dumps([asdict(each) for each in speeds]))
        return
    print(machine())
    show(speeds)


if __name__ == "__main__":
    main()
