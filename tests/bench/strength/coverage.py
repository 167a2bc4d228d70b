"""Resample the boards that were played: how often would bots of equal strength be told apart?

A step's gains less their mean have a true mean of 0, and the skewness and tails of real boards. Measurements are drawn
from them with replacement (the bootstrap, B. Efron, *Annals of Statistics* 7, 1979), and stopped by the same looks. At
most 5% of them may come to a verdict.
"""

from math import sqrt

import numpy as np

from arena.league.numeric.student import t_quantile
from tests.bench.strength.kept import Kept
from tests.bench.strength.looks import ERROR, LOOKS
from tests.bench.strength.measuring import Wishes, points

ENOUGH = 100  # boards that tell the shape of a distribution


def check(wishes: Wishes, kept: Kept, trials: int) -> str:
    """Return a table: of each step the trials in which a difference of 0 was told from 0."""
    lines = [
        f"{trials} trials each, a true difference of 0\n",
        "| variant | step | boards | told apart |",
        "|---|---|---|---|",
    ]
    for number, step in enumerate(wishes.steps()):
        gains = np.array(points(kept.of(step, wishes.seed)))
        if len(gains) >= ENOUGH:
            share = errors(gains - gains.mean(), trials, number)
            lines.append(f"| {step.variant} | {step.first} over {step.second} | {len(gains)} | {share:.2%} |")
    return "\n".join(lines)


def errors(centred: "np.ndarray[tuple[int], np.dtype[np.float64]]", trials: int, seed: int) -> float:
    """Return the share of resampled measurements that stop with a verdict."""
    drawn = np.random.default_rng(seed).choice(centred, (trials, LOOKS[-1]))
    told = np.zeros(trials, dtype=bool)
    for boards in LOOKS:
        part = drawn[:, :boards]
        half = t_quantile(1 - ERROR / 2, boards - 1) * part.std(axis=1, ddof=1) / sqrt(boards)
        told |= np.abs(part.mean(axis=1)) > half
    return float(told.mean())
