"""Measure how much of a score is luck, and what reduces it: `python -m tools.bench.luck [BOARDS] [--seconds S]`.

`simple` and a slightly weaker bot sit among house bots. The figure is the first one's mean pair score against the
second, from equally many games of three kinds:

    - random deals: each game has its own deal, and the bots rotate from game to game;
    - boards: each deal is played in every rotation, the unit of rating;
    - luck baseline: random deals, less the score of house bots in all seats (a control variate).

The ratio of variances is the ratio of games needed; the luck baseline's includes the house bots' extra game. The last
column is the same ratio for a bot's points, less the house bot's on the same deal. Equal BOARDS print equal tables.
"""

import json
import random
import sys
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from itertools import count, groupby
from math import inf
from statistics import fmean, median, variance
from time import monotonic

from arena.rules import VARIANTS, Game, Rules, configure, sides_of
from bots.house.simple import SimpleBot
from bots.sdk import Bot, Card, View
from bots.sdk.practice.local import board_seed, play_board, play_local, seat_of
from tests.arguments import Parser
from tools.bench.machine import machine
from tools.bench.sizes import CHOSEN

CARELESS = 0.1  # share of its cards played at random
SEEDS = 6  # per variant: their range has the median of all seeds' ratios with probability 1 - 2 ** (1 - SEEDS)
FEW = 10  # minimum of boards per seed, even if slow
WIDTHS = (8, 8, 25, 23, 23)

NOTES = f"""
Each ratio is the median of {SEEDS} seeds, with the least and the largest in brackets: with other deals, the same boards
and bots give another ratio. boards: of all seeds."""


class CarelessBot(SimpleBot):
    """Plays like `simple`, except for one card in ten."""

    games = count()

    def __init__(self) -> None:
        self._chance = random.Random(next(self.games))

    def play(self, view: View[Card]) -> Card:
        if self._chance.random() < CARELESS:
            return self._chance.choice(view.legal)
        return super().play(view)


@dataclass(frozen=True)
class Luck:
    """The luck of one seed of a variant: the mean pair score, and the variance of a board's games of each kind."""

    variant: str
    seed: int
    boards: int
    score: float
    random_deals: float
    duplicate: float
    baseline: float  # includes the extra game
    points: float  # the first bot's points on a board
    points_less_luck: float

    @property
    def gains(self) -> tuple[float, float, float]:
        """Factors of games saved by boards and by the luck baseline, and of boards saved by points less luck."""
        boards, baseline = _ratio(self.random_deals, self.duplicate), _ratio(self.random_deals, self.baseline)
        return boards, baseline, _ratio(self.points, self.points_less_luck)


def _ratio(one: float, other: float) -> float:
    return one / other if other else inf


def measure(rules: Rules, seed: int, boards: int, seconds: float = inf) -> Luck:
    """Play *boards* boards and as many games of random deals; at least `FEW` after *seconds*."""
    sides, until = sides_of(rules), monotonic() + seconds
    bots: list[Callable[[], Bot]] = [SimpleBot, CarelessBot, *[SimpleBot] * (sides - 2)]
    house: list[Callable[[], Bot]] = [SimpleBot] * rules.seats
    duplicate, spread, corrected, points, par = [], [], [], [], []
    for number in range(boards):
        if number >= FEW and monotonic() > until:
            break
        deal = board_seed(2 * seed, number)
        games = play_board(rules, deal, bots)
        duplicate.append(fmean(pair(game, rotation) for rotation, game in enumerate(games)))
        points.append(fmean(game.result().scores[seat_of(game, 0, rotation)] for rotation, game in enumerate(games)))
        par.append(float(sum(play_local(rules, deal, house).result().scores[:sides])))
        raw, luck = [], []
        for rotation in range(sides):
            deal = board_seed(2 * seed + 1, number * sides + rotation)
            seated = [bots[(player - rotation) % sides] for player in range(rules.seats)]
            raw.append(pair(play_local(rules, deal, seated), rotation))
            luck.append(pair(play_local(rules, deal, house), rotation))
        spread.append(fmean(raw))
        corrected.append(fmean(luck))
    rest, less = variance(_less(spread, corrected)), variance(_less(points, par))
    scores = fmean(duplicate), variance(spread), variance(duplicate), 2 * rest
    return Luck(rules.name, seed, len(duplicate), *scores, variance(points), less)


def pair(game: Game, rotation: int) -> float:
    """Return the score of the line-up's first bot against the second: 1, 1/2 or 0."""
    first, second = (game.result().ranks[seat_of(game, bot, rotation)] for bot in (0, 1))
    return (1 + (first < second) - (first > second)) / 2


def _less(scores: list[float], luck: list[float]) -> list[float]:
    """Return scores after linear regression on the luck."""
    middle, centre = fmean(luck), fmean(scores)
    spread = sum((each - middle) ** 2 for each in luck)
    slope = sum((a - centre) * (b - middle) for a, b in zip(scores, luck, strict=True)) / spread if spread else 0.0
    return [a - slope * (b - middle) for a, b in zip(scores, luck, strict=True)]


def rated_rules(variant: str) -> Rules:
    """Return the variant in the rated format: each seat deals once."""
    return configure(variant, options={"format": {"kind": "hands", "count": VARIANTS[variant].seats}})


def show(lucks: list[Luck]) -> None:
    """Print a line for each variant."""
    print(machine())
    _line("", "score", "boards", "fewer games by boards", "by a luck baseline", "points less luck")
    for variant, group in groupby(lucks, key=lambda luck: luck.variant):
        seeds = list(group)
        boards = sum(luck.boards for luck in seeds)
        score = sum(luck.score * luck.boards for luck in seeds) / boards
        gains = zip(*(luck.gains for luck in seeds), strict=True)
        _line(variant, f"{score:.3f}", str(boards), *(_middle(each) for each in gains))
    print(NOTES)


def _middle(ratios: Sequence[float]) -> str:
    return f"{median(ratios):.1f} x ({min(ratios):.1f}-{max(ratios):.1f})"


def _line(name: str, *cells: str) -> None:
    print(f"{name:<22}" + "".join(f"{cell:>{width}}" for cell, width in zip(cells, WIDTHS, strict=True)))


def main() -> None:
    """Measure and print: a table, or JSON with `--json`."""
    parser = Parser(prog="python -m tools.bench.luck")
    parser.add_argument("boards", type=int, nargs="?", default=60, help="of a seed")
    parser.add_argument("--seconds", type=float, default=inf, help="for a variant, at most")
    parser.add_argument("--json", action="store_true")
    asked = parser.parse_args()
    lucks = []
    for variant in CHOSEN:
        rules = rated_rules(variant)
        lucks += [measure(rules, seed, asked.boards, asked.seconds / SEEDS) for seed in range(1, SEEDS + 1)]
        print(f"{variant}: {sum(luck.boards for luck in lucks[-SEEDS:])} boards", file=sys.stderr)
    if asked.json:
        print(json.dumps([asdict(luck) for luck in lucks]))
    else:
        show(lucks)


if __name__ == "__main__":
    main()
