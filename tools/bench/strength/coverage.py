"""Resample played boards: how often would equal bots be called unequal?

Gains less their mean have a true mean of 0, and the shape of real boards. Measurements are drawn from them with
replacement (B. Efron, *Annals of Statistics* 7, 1979); at most 5% of them may end with a verdict.
"""

from math import log

import numpy as np

from arena.league.gates.betting import STAKES
from tools.bench.strength.kept import BoardFile
from tools.bench.strength.measuring import LadderPlan, points
from tools.bench.strength.stopping import ERROR, reach_of

ENOUGH = 100  # boards that show the shape of a distribution
LENGTH = 800  # boards per trial


def check(wishes: LadderPlan, kept: BoardFile, trials: int) -> str:
    """Return a table: for each step the trials in which the interval excluded a difference of 0."""
    lines = [
        f"{trials} trials each, a true difference of 0\n",
        "| variant | step | boards | differences found |",
        "|---|---|---|---|",
    ]
    for number, step in enumerate(wishes.steps()):
        reach = reach_of(step.variant)
        gains = np.clip(points(kept.of(step, wishes.seed)), -reach, reach)
        if len(gains) >= ENOUGH:
            share = errors(gains - gains.mean(), reach + abs(gains.mean()), trials, number)
            lines.append(f"| {step.variant} | {step.first} over {step.second} | {len(gains)} | {share:.2%} |")
    return "\n".join(lines)


def errors(centred: "np.ndarray[tuple[int], np.dtype[np.float64]]", reach: float, trials: int, seed: int) -> float:
    """Return the share of resampled measurements in which any board's look refuted 0."""
    drawn = np.random.default_rng(seed).choice(centred, (trials, LENGTH)) / reach
    refuted = np.zeros(trials, dtype=bool)
    for side in (drawn, -drawn):
        grown = [np.cumsum(np.log1p(stake * side.clip(-1 + 1e-12)), axis=1) for stake in STAKES]
        wealth = np.logaddexp.reduce(grown) - log(len(STAKES))
        refuted |= wealth.max(axis=1) >= log(2 / ERROR)
    return float(refuted.mean())
