"""`python -m tests.bench.luck [BOARDS]`: how much of a score is luck, and how much of it duplicate boards take away.

Two bots of almost the same strength sit among house bots: `simple`, and one that plays a card at random now and then.
What is to be measured is the first one's mean pair score against the second. Three ways of spending as many games:

random deals     each game has a deal of its own, and the bots go round the seats from game to game
boards           each deal is played in every rotation: the unit of rating
luck baseline    random deals, less what house bots in all seats would have scored there (control variate)

How many times fewer games a way needs for the same interval is the ratio of the variances. The house bots' game costs
one more game a deal, which the ratio of the luck baseline includes.
"""

import json
import random
import sys
from collections.abc import Callable
from dataclasses import asdict, dataclass
from itertools import count
from math import inf
from statistics import fmean, variance

from arena.rules import VARIANTS, Game, Rules, configure, sides_of
from bots.house.simple import SimpleBot
from bots.sdk import Bot, Card, View
from bots.sdk.local import board_seed, play_board, play_local, seat_of

CARELESS = 0.1  # of its cards are played at random


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

    @property
    def gains(self) -> tuple[float, float]:
        """How many times fewer games boards need, and the luck baseline."""
        return _ratio(self.random_deals, self.duplicate), _ratio(self.random_deals, self.baseline)


def _ratio(one: float, other: float) -> float:
    return one / other if other else inf


def measure(rules: Rules, boards: int) -> Luck:
    """Play *boards* boards, and as many games of random deals."""
    sides = sides_of(rules)
    bots: list[Callable[[], Bot]] = [SimpleBot, CarelessBot, *[SimpleBot] * (sides - 2)]
    house: list[Callable[[], Bot]] = [SimpleBot] * rules.seats
    duplicate, spread, corrected = [], [], []
    for number in range(boards):
        games = play_board(rules, board_seed(1, number), bots)
        duplicate.append(fmean(pair(game, rotation) for rotation, game in enumerate(games)))
        raw, luck = [], []
        for rotation in range(sides):
            seed = board_seed(2, number * sides + rotation)
            seated = [bots[(player - rotation) % sides] for player in range(rules.seats)]
            raw.append(pair(play_local(rules, seed, seated), rotation))
            luck.append(pair(play_local(rules, seed, house), rotation))
        spread.append(fmean(raw))
        corrected.append(fmean(luck))
    rest = variance(_less(spread, corrected))
    return Luck(rules.name, boards, fmean(duplicate), variance(spread), variance(duplicate), 2 * rest)


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
    print(f"{'':<22}{'score':>8}{'boards':>8}{'fewer games by boards':>24}{'by a luck baseline':>21}")
    for luck in lucks:
        boards, baseline = luck.gains
        print(f"{luck.variant:<22}{luck.score:>8.3f}{luck.boards:>8}{boards:>22.1f} x{baseline:>19.2f} x")


def main() -> None:
    """Measure every variant; progress goes to standard error, the figures as JSON where `--json` is given."""
    arguments = [word for word in sys.argv[1:] if word != "--json"]
    boards = int(arguments[0]) if arguments else 200
    lucks = []
    for variant in VARIANTS:
        lucks.append(measure(rated(variant), boards))
        print(f"{variant}: done", file=sys.stderr)
    if "--json" in sys.argv:
        print(json.dumps([asdict(luck) for luck in lucks]))
    else:
        show(lucks)


if __name__ == "__main__":
    main()
