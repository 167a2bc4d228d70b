"""Follow each player's mean score over the closed boards of a tournament."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from math import ceil
from typing import Final

from arena.league.ratings.boards import field_of, games_each, pairs_of

PARTS: Final = 10  # parts of the schedule after which means are noted
BINS: Final = 11  # equal ranges of scores, an odd number, so that even scores are in the middle of one

Board = tuple[Sequence[int], Sequence[int]]  # line-up and half points, as in `BoardScore`


@dataclass
class Course:
    """A player's scores. *means*: mean board score up to each noted board; without those before its first board.

    *counts*: its boards in each of `BINS` equal ranges of scores from 0 to 1.
    """

    boards: int = 0
    total: int = 0
    means: list[float] = field(default_factory=list)
    counts: list[int] = field(default_factory=lambda: [0] * BINS)


def follow_scores(boards: Sequence[Board], tables_per_board: int) -> tuple[list[int], dict[int, Course]]:
    """Return after how many boards means are noted, and the course of each player.

    *boards*: of one variant, at least one, in schedule order.
    """
    players = len(boards[0][0])
    pairs, most = pairs_of(players, tables_per_board), 2 * games_each(players, tables_per_board)
    whole = most * (field_of(players, tables_per_board) - 1)
    ends = sorted({ceil(len(boards) * part / PARTS) for part in range(1, PARTS + 1)})
    courses: dict[int, Course] = defaultdict(Course)
    for number, (line_up, halves) in enumerate(boards, start=1):
        totals = [0] * players
        for (first, second), won in zip(pairs, halves, strict=True):
            totals[first] += won
            totals[second] += most - won
        for player, total in zip(line_up, totals, strict=True):
            course = courses[player]
            course.boards += 1
            course.total += total
            course.counts[min(BINS - 1, BINS * total // whole)] += 1
        if number in ends:
            for course in courses.values():
                course.means.append(course.total / whole / course.boards)
    return ends, courses
