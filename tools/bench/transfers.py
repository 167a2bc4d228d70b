"""Measure the power and errors of the test of transfers: `python -m tools.bench.transfers [TABLES]`.

Simulated solo tables of four, all line-ups of some bots. Strengths have standard deviation 0.8 (140 board Elo), and
change by 0.2 (35 board Elo) in each line-up. One bot may give strength to another. Trials have seeds 0, 1, 2, ...
"""

import random
import sys
from collections.abc import Iterator
from itertools import combinations
from math import exp

from arena.league.findings.transfers import Transfer, transfers
from arena.league.ratings.boards import BoardScore
from arena.league.ratings.strengths import ELO
from arena.league.ratings.tally import LineUpTally

SEATS = 4
TABLES = 200
SIZES = ((8, 4), (8, 16), (12, 4))  # bots, boards of each line-up
GIVEN = (0.0, 0.1, 0.2, 0.4)  # of strength, in natural units


def table(seed: int, bots: int, boards: int, given: float = 0.0, quirks: float = 0.2) -> list[LineUpTally]:
    """Simulate all line-ups of *bots*; bot 0 gives *given* of strength to bot 1."""
    rng = random.Random(seed)
    strengths = [rng.gauss(0, 0.8) for _ in range(bots)]
    return [_line_up(rng, line_up, boards, strengths, given, quirks) for line_up in combinations(range(bots), SEATS)]


def _line_up(
    rng: random.Random, line_up: tuple[int, ...], boards: int, strengths: list[float], given: float, quirks: float
) -> LineUpTally:
    tally = LineUpTally(line_up)
    here = {bot: strengths[bot] + rng.gauss(0, quirks) for bot in line_up}
    if {0, 1} <= here.keys():
        here[0], here[1] = here[0] - given, here[1] + given
    for number in range(boards):
        chances = [1 / (1 + exp(here[j] - here[i])) for i, j in combinations(line_up, 2)]
        halves = tuple(2 * sum(rng.random() < chance for _ in range(SEATS)) for chance in chances)
        tally.add(BoardScore(number, "", line_up, halves, (0,) * SEATS, (0,) * SEATS))
    return tally


def list_flagged(tallies: list[LineUpTally]) -> list[Transfer]:
    """Return the flagged pairs."""
    return [each for each in transfers(tallies) if each.is_flagged]


def shares(tables: int, bots: int, boards: int, given: float) -> tuple[float, float]:
    """Return the shares of tables that flag the pair of the gift, and any other pair."""
    pairs = [
        {(each.helper, each.helped) for each in list_flagged(table(seed, bots, boards, given))}
        for seed in range(tables)
    ]
    right = sum((0, 1) in each for each in pairs)
    return right / tables, sum(bool(each - {(0, 1)}) for each in pairs) / tables


def lines(tables: int) -> Iterator[str]:
    """Yield a line for each size and gift."""
    yield f"{tables} tables of each kind, seeds 0 to {tables - 1}"
    yield "bots  boards of a line-up  boards in all  gift, board Elo   found  another pair flagged"
    for bots, boards in SIZES:
        for given in GIVEN:
            right, wrong = shares(tables, bots, boards, given)
            line_ups = len(list(combinations(range(bots), SEATS)))
            power = f"{right:.1%}" if given else ""
            yield (
                f"{bots:4}{boards:20}{line_ups * boards:15}{given * ELO:17.0f}{power:>8}"
                f"{wrong if given else right + wrong:22.1%}"
            )


if __name__ == "__main__":
    for line in lines(int(sys.argv[1]) if len(sys.argv) > 1 else TABLES):
        print(line, flush=True)
