"""Means of board scores: standings, crosstables, head to head, over several variants; and live Elo."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from math import fsum, hypot, sqrt
from typing import NamedTuple

from tests.recomputed.boards import Board
from tests.recomputed.intervals import interval_over, mean_interval


class Row(NamedTuple):
    """Boards, mean score, error, and the interval from 10 boards on."""

    boards: int
    score: float
    error: float
    low: float | None
    high: float | None


def standings(boards: Iterable[Board], forfeits: Mapping[str, int] = {}) -> dict[str, tuple[Row, float]]:
    """Return by bot its mean score on a board, *forfeits* counting 0, and its points a game."""
    scores: dict[str, list[float]] = defaultdict(list)
    points: dict[str, list[int]] = defaultdict(list)
    for board in boards:
        for bot in board.bots:
            scores[bot].append(board.total(bot) / board.compared(bot))
            points[bot] += board.points[bot]
    gone = {bot: [*scores[bot], *[0.0] * forfeits.get(bot, 0)] for bot in {**scores, **forfeits}}
    rows_by_bot = {bot: row(own)._replace(boards=len(scores[bot])) for bot, own in gone.items()}
    return {bot: (line, fsum(points[bot]) / max(1, len(points[bot]))) for bot, line in rows_by_bot.items()}


def crosstable(boards: Iterable[Board]) -> dict[tuple[str, str], Row]:
    """Of each two, both ways round."""
    met: dict[tuple[str, str], list[float]] = defaultdict(list)
    for board in boards:
        for pair, score in board.scores.items():
            met[pair].append(score)
    return {pair: row(scores) for pair, scores in met.items()}


def head_to_head(boards: Iterable[Board], bot: str, opponent: str) -> tuple[Row, float, float]:
    """Of one scale: the cell of the crosstable, and the points a game of both."""
    met = [board for board in boards if (bot, opponent) in board.scores]
    own, its = ([each for board in met for each in board.points[who]] for who in (bot, opponent))
    cell = row([board.scores[bot, opponent] for board in met])
    return cell, fsum(own) / len(own), fsum(its) / len(its)


def over_variants(rows: Sequence[Row], forfeits: Sequence[int] = ()) -> Row:
    """Each variant counts equally. *forfeits*: boards of each beside those that were closed."""
    gone = forfeits or [0] * len(rows)
    parts = [(each.boards + more, each.score, each.error) for each, more in zip(rows, gone, strict=True)]
    k, many = len(rows), all(boards >= 10 for boards, _, _ in parts)
    ends = interval_over(parts) if many else (None, None)
    score = fsum(each.score for each in rows) / k
    return Row(sum(each.boards for each in rows), score, hypot(*(each.error for each in rows)) / k, *ends)


def row(scores: Sequence[float]) -> Row:
    n, mean = len(scores), fsum(scores) / len(scores)
    error = sqrt(fsum((x - mean) ** 2 for x in scores) / (n - 1) / n) if n > 1 else 0.0
    return Row(n, mean, error, *(mean_interval(mean, error, n) if n >= 10 else (None, None)))


def live_elo(boards: Iterable[Board]) -> dict[str, float]:
    """Everybody starts at 1500; all pairs of a board move at once. Tournaments come as they ended."""
    elo: dict[str, float] = defaultdict(lambda: 1500.0)
    for board in boards:
        before = dict(elo)
        for (one, other), score in board.scores.items():
            gap = before.get(other, 1500.0) - before.get(one, 1500.0)
            elo[one] += 32 / board.compared(one) * (score - 1 / (1 + 10 ** (gap / 400)))
    return elo
