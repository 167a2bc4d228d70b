"""Measure how often warnings fire, and how often they are wrong: `python -m tools.bench.findings [TABLES]`.

Trials have seeds 0, 1, 2, ...
"""

import sys
from collections.abc import Iterator

import numpy as np

from arena.league.findings.surprises import surprises
from tests.league.findings.test_surprises import pairs
from tests.league.findings.test_voids import table
from tests.league.made import fit
from tests.league.simulated import season

CIRCLE = {(1, 2): 0.65, (2, 3): 0.65, (1, 3): 0.35}


def lines(tables: int) -> Iterator[str]:
    """Yield a line for each warning and kind of table."""
    seeds = range(tables)
    yield f"{tables} tables of each kind, seeds 0 to {tables - 1}"
    circles = sum(bool(surprises(fit(pairs(np.random.default_rng(seed), CIRCLE, 50)))) for seed in seeds)
    yield f"{circles / tables:7.1%}  circles of three named, 65 to 35, 50 boards a pair"
    for boards in (12, 50):
        false = sum(bool(surprises(fit(season([0, 100, 200, 300, 400], boards, seed)))) for seed in seeds)
        yield f"{false / tables:7.1%}  tables of five named where strengths explain everything, {boards} boards a pair"
    chance = [table(400, 0.03, 0.0, seed) for seed in seeds]
    yield f"{sum(map(any, chance)) / tables:7.1%}  tables flagged for voids, 3% of 400 boards by chance"
    more = [table(400, 0.01, 0.2, seed) for seed in seeds]
    yield f"{sum(each[0] for each in more) / tables:7.1%}  bots flagged for voids in 21% of their boards, of others 1%"
    yield f"{sum(any(each[1:]) for each in more) / tables:7.1%}  tables in which another is flagged beside it"


if __name__ == "__main__":
    for line in lines(int(sys.argv[1]) if len(sys.argv) > 1 else 1000):
        print(line, flush=True)
