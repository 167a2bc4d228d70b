"""Simulate the grid; print how often intervals cover the truth: `python -m tools.coverage --help`.

Results are stored in build/coverage, by a hash of the sources: the same command continues.
"""

import sys
from collections import Counter, defaultdict
from multiprocessing import get_context
from typing import Final

from tests.arguments import Parser, number_from
from tools.coverage.cells import CELLS, Cell
from tools.coverage.kept import count_chunk
from tools.coverage.measuring import FULL, Counts, Coverage, measure_coverage

CHUNK: Final = 250
KINDS: Final = ("strengths", "standings", "head to head", "differences", "order", "less luck", FULL)


def main(trials: int, only: str, jobs: int) -> int:
    """Print a line for each cell; return 1 if an interval fails."""
    broken = 0
    print(f"Percent of {trials} seasons of each kind, seeds 0 to {trials - 1}: on the mean, and of the worst.\n")
    print("| schedule | bots | seats | boards | gap | field | repeats | shock | lost | " + " | ".join(KINDS) + " |")
    print("|---|---|---|---|---|---|---|---|---|" + "---|" * len(KINDS))
    with get_context("spawn").Pool(jobs) as pool:
        for cell in (cell for cell in CELLS if only in str(cell)):
            chunks = [(cell, first, min(first + CHUNK, trials)) for first in range(0, trials, CHUNK)]
            counts: Counts = defaultdict(Counter)
            for counted in pool.imap_unordered(count_chunk, chunks):
                for kind, each in counted.items():
                    counts[kind].update(each)
            shares = [measure_coverage(counts[kind], trials) for kind in KINDS]
            broken += sum(each is not None and not each.holds for each in shares[:-1])
            print(f"| {_describe(cell)} | " + " | ".join(map(_format_share, shares)) + " |", flush=True)
    return 1 if broken else 0


def _describe(cell: Cell) -> str:
    boards = f"{cell.boards} x {cell.rounds}" if cell.rounds else cell.boards
    parts = (cell.schedule, cell.bots, cell.seats, boards, cell.gap, cell.field, cell.repeats, cell.shock, cell.lost)
    return " | ".join(map(str, parts))


def _format_share(share: Coverage | None) -> str:
    """Return the mean and the worst, in percent, marked if the worst fails."""
    if share is None:
        return "-"
    return f"{100 * share.mean:.1f}, {100 * share.worst:.1f}{'' if share.holds else ' !'}"


if __name__ == "__main__":
    parser = Parser(prog="python -m tools.coverage", description=__doc__)
    parser.add_argument("--trials", type=number_from(1), default=4000, help="seasons of each cell")
    parser.add_argument("--only", default="", help="cells with these words in their names")
    parser.add_argument("--jobs", type=number_from(1), default=2, help="processes")
    sys.exit(main(**vars(parser.parse_args())))
