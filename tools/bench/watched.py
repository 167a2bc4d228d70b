"""Count tables that separate bots for a reader who looks often: `python -m tools.bench.watched 400`.

The reader looks every 8 boards; at eight bots after 5% more boards, if that is more. Table i has seed i. A second
argument, 2 or 8, leaves out the other fields.
"""

import sys
from functools import partial
from itertools import combinations
from math import comb
from multiprocessing import get_context
from typing import Final

import numpy as np

from arena.league.ratings.bradley_terry import fit_tables
from arena.league.ratings.interval import t_end
from arena.league.ratings.places import Line, interval_places, places
from arena.league.ratings.standings import standings
from arena.league.ratings.strengths import Strengths
from tools.coverage.cells import ROUND_ROBIN, Cell
from tools.coverage.seasons import boards_of, play_boards, tally_looks

MOST: Final = 5000  # boards of a table
FIELDS: Final = ((2, 0, 0), (2, 0, 100), (2, 50, 0), (8, 0, 0), (8, 0, 100))  # bots, gap, shock
CLAIMS: Final = ("one moment", "ratings", "standings")


def watch(cell: Cell, seed: int) -> dict[str, int]:
    """Return the boards at which any two bots are first separated, by claim, and all looks of a moment that do it."""
    firsts: dict[str, int] = {}
    looks = range(8, MOST + 1, 8) if cell.bots == 2 else sorted({8 * round(1.05**n) for n in range(133)})
    season = tally_looks(play_boards(cell, boards_of(cell), np.random.default_rng(seed)), set(looks))
    for boards, tallies in zip(looks, season, strict=False):
        rows = standings(tallies)
        if rows[0].score - rows[-1].score < 1.2 * (rows[0].error + rows[-1].error):
            continue  # too close for any claim
        table = Strengths(fit_tables(tallies)[0])
        order = [line.player for line in table.table()]
        scores = [Line(row.score, row.low, row.high, row.blocks) for row in rows]
        for claim, ranges in ("ratings", places(table, order)), ("standings", interval_places(scores)):
            if any(place != (1, len(ranges)) for place in ranges):
                firsts.setdefault(claim, boards)
        for more, error, degrees in (table.difference(*pair) for pair in combinations(order, 2)):
            if degrees > 1 and more > t_end(degrees) * error:
                firsts.setdefault("one moment", boards)
                firsts[f"look {boards}"] = boards
    return firsts


def main(tables: int = 400, only: int = 0) -> None:
    """Print for each field the share of tables that separate bots, and the boards after which 80% do."""
    print(f"{tables} tables: how many ever separate any two bots, by 400 and by {MOST:,} boards\n")
    print(f"| bots | gap | shock | {' | '.join(CLAIMS)} | boards until 80% do, in one look, in ratings |")
    print("|---" * (4 + len(CLAIMS)) + "|")
    for bots, gap, shock in (each for each in FIELDS if only in (0, each[0])):
        cell = Cell(ROUND_ROBIN, bots, 2, MOST // comb(bots, 2), gap, shock=shock)
        with get_context("spawn").Pool(2) as pool:
            firsts = pool.map(partial(watch, cell), range(tables), chunksize=1)
        separations = [[each[claim] for each in firsts if claim in each] for claim in CLAIMS]
        shares = (f"{sum(n <= 400 for n in each) / tables:.1%}, {len(each) / tables:.1%}" for each in separations)
        ratings = sorted([*separations[1], *[MOST] * tables])[int(0.8 * tables)]
        looks = (n for n in range(8, MOST, 8) if sum(f"look {n}" in each for each in firsts) >= 0.8 * tables)
        print(f"| {bots} | {gap} | {shock} | {' | '.join(shares)} | {next(looks, MOST)}, {ratings} |", flush=True)


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
