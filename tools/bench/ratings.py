"""Print ratings of two groups, sweeps and specialists: `python -m tools.bench.ratings [TRIALS]`. Trial i has seed i."""

import sys
from collections.abc import Callable, Iterator, Sequence
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

TRIALS: Final = 1000
GAP: Final = 200  # board Elo between the two groups
LINKS: Final = (0, 1, 3, 9, 10, 30, 100)


def links(trials: int) -> Iterator[str]:
    """Yield two groups of four, 30 boards a pair, linked by some boards of one pair."""
    yield f"two groups {GAP} board Elo apart, two seats, linked by so many boards of one pair"
    yield "boards  in one table  difference shown  covered  half width, times the best"
    for boards in LINKS:
        differences = [each for seed in range(trials) if (each := _difference(boards, seed))]
        if not differences:
            yield f"{boards:6}{0:14.1%}"
            continue
        best = Z * ELO * sqrt(0.65 / (boards * _q(GAP)))  # if all strengths within a group were certain
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
    players = range(first, first + 4)
    return [
        each for one in players for other in players if one < other for each in _simulate_boards(rng, one, other, 0, 30)
    ]


def _simulate_boards(rng: np.random.Generator, one: int, other: int, gap: float, boards: int) -> list[LineUpTally]:
    """Return boards of two games; the second game repeats the first with probability 0.3."""
    chance, played = 1 / (1 + 10 ** (-gap / 400)), []
    for _ in range(boards):
        first = rng.random() < chance
        second = first if rng.random() < 0.3 else rng.random() < chance
        played.append(board([(1, 2) if won else (2, 1) for won in (first, second)], (one, other)))
    return tallied(played)


def _q(gap: float) -> float:
    e = 1 / (1 + 10 ** (-gap / 400))
    return e * (1 - e)


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


ALL: Final[Sequence[Callable[[int], Iterator[str]]]] = (links, sweeps, specialists)

if __name__ == "__main__":
    trials = int(sys.argv[1]) if len(sys.argv) > 1 else TRIALS
    print(f"{trials} trials of each kind, seeds 0 to {trials - 1}")
    for figures in ALL:
        print(flush=True)
        for line in figures(trials):
            print(line, flush=True)
