"""Print groups, sweeps, specialists and P(stronger): `python -m tools.bench.ratings [TRIALS]`. Trial i has seed i."""

import sys
from bisect import bisect
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from itertools import combinations
from math import hypot, log, sqrt
from statistics import fmean, median
from typing import Final

import numpy as np

from arena.league.numeric.student import t_quantile
from arena.league.ratings.bradley_terry import fit_tables
from arena.league.ratings.interval import Z, score_interval
from arena.league.ratings.pooled import _spread
from arena.league.ratings.strengths import ELO, Strengths
from arena.league.ratings.tally import LineUpTally
from tests.league.made import board, fit, tallied
from tests.league.simulated import season

TRIALS: Final = 1000
GAP: Final = 200  # board Elo between the two groups
LINKS: Final = (0, 1, 3, 9, 10, 30, 100)


def links(trials: int) -> Iterator[str]:
    """Yield two groups of four, 30 boards a pair, linked by some boards of one pair."""
    yield f"two groups {GAP} board Elo apart, two seats, linked by so many boards of one pair"
    yield "boards  in one table  difference shown  covered  half width, times the best"
    e = 1 / (1 + 10 ** (-GAP / 400))
    for boards in LINKS:
        differences = [each for seed in range(trials) if (each := _difference(boards, seed))]
        if not differences:
            yield f"{boards:6}{0:14.1%}"
            continue
        best = Z * ELO * sqrt(0.65 / (boards * e * (1 - e)))  # if all strengths within a group were certain
        covered = fmean(abs(more - GAP) <= half for more, half in differences)
        shown, wide = fmean(more for more, _ in differences), median(half for _, half in differences) / best
        yield f"{boards:6}{len(differences) / trials:14.1%}{shown:18.0f}{covered:9.1%}{wide:29.2f}"


def _difference(boards: int, seed: int) -> tuple[float, float] | None:
    """Return the difference of the linking pair and its interval's half width; None if they are in two tables."""
    rng = np.random.default_rng(seed)
    tallies = [each for group in (1, 5) for each in _group(rng, group)] + _simulate_boards(rng, 1, 5, GAP, boards)
    first, *others = map(Strengths, fit_tables(tallies))
    if others:
        return None
    more, error, degrees = first.difference(1, 5)
    return more, t_quantile(0.975, degrees) * error


def _group(rng: np.random.Generator, first: int) -> list[LineUpTally]:
    pairs = combinations(range(first, first + 4), 2)
    return [each for one, other in pairs for each in _simulate_boards(rng, one, other, 0, 30)]


def _simulate_boards(rng: np.random.Generator, one: int, other: int, gap: float, boards: int) -> list[LineUpTally]:
    """Return boards of two games; the second game repeats the first with probability 0.3."""
    chance, played = 1 / (1 + 10 ** (-gap / 400)), []
    for _ in range(boards):
        first = rng.random() < chance
        second = first if rng.random() < 0.3 else rng.random() < chance
        played.append(board([(1, 2) if won else (2, 1) for won in (first, second)], (one, other)))
    return tallied(played)


def sweeps(_: int) -> Iterator[str]:
    """Yield ratings after sweeps, without randomness."""
    first, last = Strengths(fit(tallied([board([(1, 2)] * 2)] * 99))).table()
    assert first.low is not None
    assert last.high is not None
    bound = 0.025 ** (1 / 99)
    yield f"won all of 99 boards: {first.bound} {first.low - last.high:.0f} above the other"
    yield f"exactly: {ELO * log(bound / (1 - bound)):.0f}"
    interval = score_interval(100, 1.0, 0.0)
    assert interval is not None
    yield f"score of who won all of 100 boards: {interval[0]:.3f} to {interval[1]:.3f}"


def specialists(trials: int) -> Iterator[str]:
    """Yield the share of specialists, with and without a spread of 120 board Elo over variants."""
    yield "the kind of so many bots is specialist, over eleven variants"
    for error in (20.0, 45.0, 80.0):
        for spread in (0, 120):
            rngs = [np.random.default_rng(seed) for seed in range(trials)]
            drawn = [list(rng.normal(1500, hypot(error, spread), 11)) for rng in rngs]
            share = fmean(_spread(ratings, [error] * 11)[1] == "specialist" for ratings in drawn)
            yield f"errors of {error:.0f}, true spread {spread}: {share:.1%}"


FIELDS: Final = ((4, 100), (8, 24), (16, 60))  # bots, and the boards of each
SHARES: Final = (0.6, 0.7, 0.8, 0.9, 0.95, 0.99)  # between them are the cells of P(stronger)


def calibration(trials: int) -> Iterator[str]:
    """Yield how often bots with some P(stronger) are stronger; true strengths are drawn from a normal distribution."""
    yield "P(stronger) on the mean, and the share of these bots that are stronger, at four seats"
    yield "   sd  bots  boards   P(stronger)    mean    true  comparisons"
    for spread in (30, 100):
        for bots, boards in FIELDS:
            for place, cell in sorted(compare(spread, bots, boards, range(trials)).items()):
                low, high = ((0.5, *SHARES, 1.0)[place + more] for more in (0, 1))
                mean, true = (fmean(column) for column in zip(*cell, strict=True))
                yield f"{spread:5}{bots:6}{boards:8}{low:9.0%} to {high:4.0%}{mean:8.1%}{true:8.1%}{len(cell):13,}"


def compare(spread: float, bots: int, boards: int, seeds: Sequence[int]) -> dict[int, list[tuple[float, bool]]]:
    """Return by cell the P(stronger) of the leading bot of each pair, and whether it is stronger."""
    cells: dict[int, list[tuple[float, bool]]] = defaultdict(list)
    for seed in seeds:
        true = np.random.default_rng((seed, 1)).normal(0, spread, bots)
        strengths = Strengths(fit(season(true.tolist(), boards, seed)))
        for pair in combinations(range(bots), 2):
            one, other = sorted(pair, key=lambda player: -strengths.elo[player])
            share = strengths.superiority(one, other) or 0.5
            cells[bisect(SHARES, share)].append((share, bool(true[one] > true[other])))
    return cells


ALL: Final[Sequence[Callable[[int], Iterator[str]]]] = (links, sweeps, specialists, calibration)

if __name__ == "__main__":
    trials = int(sys.argv[1]) if len(sys.argv) > 1 else TRIALS
    print(f"{trials} trials of each kind, seeds 0 to {trials - 1}")
    for figures in ALL:
        print(flush=True)
        for line in figures(trials):
            print(line, flush=True)
