"""Count tables that ever show a false claim to a reader who looks often: `python -m tools.bench.watched 400`.

A look at two bots has 8 boards more than the one before it. Of eight bots it has 5% more, if that is more. Table i has
seed i. A second argument, 2 or 8, leaves out the other fields.
"""

import sys
from functools import partial
from itertools import combinations
from math import comb
from multiprocessing import get_context
from typing import Final

from arena.league.ratings.bradley_terry import fit_tables
from arena.league.ratings.interval import t_end
from arena.league.ratings.places import Line, interval_places, likelihood, places
from arena.league.ratings.standings import standings
from arena.league.ratings.strengths import Strengths
from tools.coverage.cells import ROUND_ROBIN, Cell
from tools.coverage.seasons import watched_season

MOST: Final = 5000  # boards of a table
FIELDS: Final = ((2, 0, 0), (2, 0, 100), (2, 50, 0), (8, 0, 0), (8, 0, 100), (8, 70, 0))  # bots, gap, shock
CLAIMS: Final = ("one moment", "over 99%", "ratings", "standings")


def watch(cell: Cell, seed: int) -> dict[str, int]:
    """Return the boards at the first false claim of each kind, at the first "lead", and at looks that show the lead."""
    firsts: dict[str, int] = {}
    for boards, tallies in watched_season(cell, seed, 8, 0.0 if cell.bots == 2 else 0.05):
        rows = standings(tallies)
        if rows[0].score - rows[-1].score < 1.2 * (rows[0].error + rows[-1].error):
            continue  # too close for any claim
        table = Strengths(fit_tables(tallies)[0])
        order, scored = [line.player for line in table.table()], [row.player for row in rows]
        scores = interval_places([Line(row.score, row.low, row.high, row.blocks) for row in rows])
        for kind, players, ranges in ("ratings", order, places(table, order)), ("standings", scored, scores):
            for player, (first, last) in zip(players, ranges, strict=True):
                best, worst = [cell.bots - player] * 2 if cell.gap else (1, len(order))  # its true place or places
                if first > best or last < worst:
                    firsts.setdefault(kind, boards)
                if (player, last) == (cell.bots - 1, 1):
                    firsts.setdefault("lead", boards)
        for pair in combinations(order, 2):
            more, error, degrees = table.difference(*pair)
            if table.is_known(*pair) and more > t_end(degrees) * error:
                if cell.gap and pair[0] > pair[1]:  # strengths rise with the number
                    firsts[f"look {boards}"] = boards
                    continue
                firsts.setdefault("one moment", boards)
                if (likelihood(table, *pair) or 0) > 0.99:
                    firsts.setdefault("over 99%", boards)
    return firsts


def main(tables: int = 400, only: int = 0) -> None:
    """Print for each field the share of tables with each false claim."""
    print(f"percent of {tables} tables in which a claim is ever false, by 400 and by {MOST:,} boards\n")
    print(f"| bots | gap | shock | {' | '.join(CLAIMS)} | boards until 80% show the lead, at one look, watched |")
    print("|---" * (4 + len(CLAIMS)) + "|")
    for bots, gap, shock in (each for each in FIELDS if only in (0, each[0])):
        cell = Cell(ROUND_ROBIN, bots, 2, MOST // comb(bots, 2), gap, shock=shock)
        with get_context("spawn").Pool(2) as pool:
            firsts = pool.map(partial(watch, cell), range(tables), chunksize=1)
        cells = [
            [sum(each.get(claim, MOST + 1) <= last for each in firsts) for last in (400, MOST)] for claim in CLAIMS
        ]
        shares = (", ".join(f"{100 * share / tables:.1f}" for share in each) for each in cells)
        lead = sorted(each.get("lead", MOST + 1) for each in firsts)[int(0.8 * (tables - 1))]
        looks = (n for n in range(8, MOST, 8) if sum(f"look {n}" in each for each in firsts) >= 0.8 * tables)
        price = f"{next(looks, MOST)}, {lead}" if gap and bots == 2 else "-"
        print(f"| {bots} | {gap} | {shock} | {' | '.join(shares)} | {price} |", flush=True)


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
