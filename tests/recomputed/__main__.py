"""Print the tables of exported tournaments, a JSON object a line: `python -m tests.recomputed EXPORT ...`.

Each file is what `arena export NAME` wrote of a tournament that is over. Tables of one tournament
come first, then those over all of them, by variant, pool and format.
"""

import json
import sys
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tests.recomputed.boards import Board, Lines, closed_boards
from tests.recomputed.findings import less_luck, memory, seat_effects, seat_scores, surprises, transfers
from tests.recomputed.line_ups import line_ups
from tests.recomputed.marks import forfeits, marks, voided
from tests.recomputed.means import crosstable, live_elo, standings
from tests.recomputed.official import parts, table


def of_tournament(lines: Lines) -> Iterator[tuple[str, str, Any]]:
    """Yield variant, table, and its rows by bot."""
    boards = closed_boards(lines)
    for variant in sorted({board.variant for board in boards}):
        own = [board for board in boards if board.variant == variant]
        yield variant, "standings", standings(own, forfeits(lines, variant))
        yield variant, "crosstable", crosstable(own)
        yield variant, "seats", seat_scores(own)
        if own[0].tables == 1:
            yield variant, "memory", memory(own)
            yield variant, "transfers", transfers(own)
            yield variant, "less luck", less_luck(own)
        yield variant, "marks", marks(lines, variant)
        yield variant, "voided", voided(lines, variant)


def of_all(boards: list[Board]) -> Iterator[tuple[str, str, Any]]:
    """Yield the tables over all tournaments, by variant, pool and format."""
    scales: dict[tuple[str, str, str], list[Board]] = defaultdict(list)
    for board in boards:
        scales[board.variant, board.pool, json.dumps(board.games[0]["options"]["format"])].append(board)
    for (variant, pool, _), own in sorted(scales.items()):
        yield variant, "seat effects", seat_effects(own)
        yield variant, "live elo", live_elo(own)
        for part in parts(line_ups(own)) if pool != "test" else ():
            yield variant, "ratings", table(part)
            yield variant, "surprises", surprises(part)


def main(files: list[str]) -> None:
    exports = [[json.loads(line) for line in Path(file).read_text().splitlines()] for file in files]
    exports.sort(key=lambda lines: int(lines[0]["settled"]))
    tables = [row for lines in exports for row in of_tournament(lines)]
    for variant, name, rows in [*tables, *of_all([board for lines in exports for board in closed_boards(lines)])]:
        by_whom = {str(key): row for key, row in rows.items()} if isinstance(rows, dict) else rows
        print(json.dumps({"variant": variant, "table": name, "rows": by_whom}))


if __name__ == "__main__":
    main(sys.argv[1:])
