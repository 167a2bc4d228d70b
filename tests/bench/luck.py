"""`python -m tests.bench.luck [BOARDS] [--seconds S]`: how much of a score is luck, and what boards take off.

Two bots of almost the same strength sit among house bots: `simple`, and one that plays a card at random now and then.
What is to be measured is the first one's mean pair score against the second. Three ways of spending as many games:

random deals     each game has a deal of its own, and the bots go round the seats from game to game
boards           each deal is played in every rotation: the unit of rating
luck baseline    random deals, less what house bots in all seats would have scored there (control variate)

How many times fewer games a way needs for the same interval is the ratio of the variances. The house bots' game costs
one more game a deal, which the ratio of the luck baseline includes. Beside that: how many times fewer boards a bot's
own *points* need where the house bot's on the same deal are taken off (`arena tournament standings --adjusted`).
"""

import argparse
import json
import random
import sys
from collections.abc import Callable
from dataclasses import asdict, dataclass
from itertools import count
from math import inf, sqrt
from statistics import fmean, variance
from time import monotonic

from arena.rules import VARIANTS, Game, Rules, configure, sides_of
from bots.house.simple import SimpleBot
from bots.sdk import Bot, Card, View
from bots.sdk.local import board_seed, play_board, play_local, seat_of

CARELESS = 0.1  # of its cards are played at random
FEW = 10  # boards that are played however long they take
WIDTHS = (8, 8, 23, 20, 18, 6)


class CarelessBot(SimpleBot):
    """Plays like `simple`, but for one card in ten."""

    games = count()

    def __init__(self) -> None:
        self._chance = random.Random(next(self.games))

    def play(self, view: View) -> Card:
        if self._chance.random() < CARELESS:
            card: Card = self._chance.choice(list(view.legal))
            return card
        return super().play(view)


@dataclass(frozen=True)
class Luck:
    """Of one variant: the mean pair score, and its variance a board's worth of games in each way."""

    variant: str
    boards: int
    score: float
    random_deals: float
    duplicate: float
    baseline: float  # with its extra game
    points: float  # of the first bot's points on a board
    points_less_luck: float

    @property
    def gains(self) -> tuple[float, float, float]:
        """How many times fewer games boards and the luck baseline need, and how many fewer boards adjusted points."""
        boards, baseline = _ratio(self.random_deals, self.duplicate), _ratio(self.random_deals, self.baseline)
        return boards, baseline, _ratio(self.points, self.points_less_luck)

    @property
    def doubt(self) -> float:
        """The standard error of a ratio of two variances of so many values, as a part of it: sqrt(4 / (n - 1))."""
        return sqrt(4 / (self.boards - 1))


def _ratio(one: float, other: float) -> float:
    return one / other if other else inf


def measure(rules: Rules, boards: int, seconds: float = inf) -> Luck:
    """Play *boards* boards and as many games of random deals; fewer, but `FEW`, where *seconds* have gone before."""
    sides, until = sides_of(rules), monotonic() + seconds
    bots: list[Callable[[], Bot]] = [SimpleBot, CarelessBot, *[SimpleBot] * (sides - 2)]
    house: list[Callable[[], Bot]] = [SimpleBot] * rules.seats
    duplicate, spread, corrected, points, par = [], [], [], [], []
    for number in range(boards):
        if number >= FEW and monotonic() > until:
            break
        games = play_board(rules, board_seed(1, number), bots)
        duplicate.append(fmean(pair(game, rotation) for rotation, game in enumerate(games)))
        points.append(fmean(own_points(game, rotation) for rotation, game in enumerate(games)))
        par.append(float(sum(play_local(rules, board_seed(1, number), house).result().scores[:sides])))
        raw, luck = [], []
        for rotation in range(sides):
            seed = board_seed(2, number * sides + rotation)
            seated = [bots[(player - rotation) % sides] for player in range(rules.seats)]
            raw.append(pair(play_local(rules, seed, seated), rotation))
            luck.append(pair(play_local(rules, seed, house), rotation))
        spread.append(fmean(raw))
        corrected.append(fmean(luck))
    rest, less = variance(_less(spread, corrected)), variance(_less(points, par))
    scores = fmean(duplicate), variance(spread), variance(duplicate), 2 * rest
    return Luck(rules.name, len(duplicate), *scores, variance(points), less)


def own_points(game: Game, rotation: int) -> int:
    """What the first bot of the line-up scored in the game's own points."""
    return game.result().scores[seat_of(game, 0, rotation)]


def pair(game: Game, rotation: int) -> float:
    """What the first bot of the line-up scored against the second: 1, 1/2 or 0 by rank."""
    first, second = (game.result().ranks[seat_of(game, bot, rotation)] for bot in (0, 1))
    return (1 + (first < second) - (first > second)) / 2


def _less(scores: list[float], luck: list[float]) -> list[float]:
    """Scores less the part that goes with the luck: the least-squares slope times it."""
    middle, centre = fmean(luck), fmean(scores)
    spread = sum((each - middle) ** 2 for each in luck)
    slope = sum((a - centre) * (b - middle) for a, b in zip(scores, luck, strict=True)) / spread if spread else 0.0
    return [a - slope * (b - middle) for a, b in zip(scores, luck, strict=True)]


def rated(variant: str) -> Rules:
    """The variant in the rated format: each seat deals once."""
    return configure(variant, options={"format": {"kind": "hands", "count": VARIANTS[variant].seats}})


def show(lucks: list[Luck]) -> None:
    """A table for people."""
    heads = ("score", "boards", "fewer games by boards", "by a luck baseline", "points less luck", "+-")
    print(f"{'':<22}" + "".join(f"{head:>{width}}" for head, width in zip(heads, WIDTHS, strict=True)))
    for luck in lucks:
        boards, baseline, points = luck.gains
        cells = f"{luck.score:.3f}", str(luck.boards), f"{boards:.1f} x", f"{baseline:.2f} x", f"{points:.2f} x"
        line = "".join(f"{cell:>{width}}" for cell, width in zip((*cells, f"{luck.doubt:.0%}"), WIDTHS, strict=True))
        print(f"{luck.variant:<22}{line}")


def measured(boards: int, seconds: float) -> list[Luck]:
    """Every variant; progress goes to standard error."""
    lucks = []
    for variant in VARIANTS:
        lucks.append(measure(rated(variant), boards, seconds))
        print(f"{variant}: {lucks[-1].boards} boards", file=sys.stderr)
    return lucks


def main() -> None:
    """Measure and print: a table, or JSON where `--json` is given."""
    parser = argparse.ArgumentParser()
    parser.add_argument("boards", type=int, nargs="?", default=200)
    parser.add_argument("--seconds", type=float, default=inf, help="for a variant, at most")
    parser.add_argument("--json", action="store_true")
    asked = parser.parse_args()
    lucks = measured(asked.boards, asked.seconds)
    if asked.json:
        print(json.dumps([asdict(luck) for luck in lucks]))
    else:
        show(lucks)


if __name__ == "__main__":
    main()
