"""Means of board scores: standings, crosstables, head to head, over several variants; and live Elo."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from math import fsum, hypot, sqrt
from typing import Any, NamedTuple

from tests.recomputed.boards import Board
from tests.recomputed.intervals import interval_over, mean_interval


class Row(NamedTuple):
    """Boards, mean score, error, the interval from 10 boards and 3 blocks on, and the number of blocks."""

    boards: int
    score: float
    error: float
    low: float | None
    high: float | None
    blocks: int


def standings(boards: Iterable[Board], forfeits: Mapping[str, int] = {}) -> dict[str, tuple[Row, float]]:
    """Return by bot its mean score on a board, *forfeits* counting 0, and its points a game."""
    scores: dict[str, list[float]] = defaultdict(list)
    points: dict[str, list[int]] = defaultdict(list)
    clusters: dict[str, list[Any]] = defaultdict(list)
    for board in boards:
        for bot in board.bots:
            scores[bot].append(board.total(bot) / board.compared(bot))
            clusters[bot].append(board.cluster)
            points[bot] += board.points[bot]
    rows_by_bot = {}
    for bot in {**scores, **forfeits}:
        gone = range(forfeits.get(bot, 0))  # each a block of its own
        line = row([*scores[bot], *[0.0 for _ in gone]], [*clusters[bot], *gone])
        rows_by_bot[bot] = line._replace(boards=len(scores[bot]))
    return {bot: (line, fsum(points[bot]) / max(1, len(points[bot]))) for bot, line in rows_by_bot.items()}


def crosstable(boards: Iterable[Board]) -> dict[tuple[str, str], Row]:
    """Of each two, both ways round."""
    met: dict[tuple[str, str], list[tuple[float, Any]]] = defaultdict(list)
    for board in boards:
        for pair, score in board.scores.items():
            met[pair].append((score, board.cluster))
    return {pair: row(*map(list, zip(*own, strict=True))) for pair, own in met.items()}


def head_to_head(boards: Iterable[Board], bot: str, opponent: str) -> tuple[Row, float, float]:
    """Of one scale: the cell of the crosstable, and the points a game of both."""
    met = [board for board in boards if (bot, opponent) in board.scores]
    own, its = ([each for board in met for each in board.points[who]] for who in (bot, opponent))
    cell = row([board.scores[bot, opponent] for board in met], [board.cluster for board in met])
    return cell, fsum(own) / len(own), fsum(its) / len(its)


def over_variants(rows: Sequence[Row], forfeits: Sequence[int] = ()) -> Row:
    """Each variant counts equally. *forfeits*: boards of each beside those that were closed."""
    gone = forfeits or [0] * len(rows)
    parts = [(each.boards + more, each.score, each.error, each.blocks) for each, more in zip(rows, gone, strict=True)]
    k, many = len(rows), all(boards >= 10 and blocks >= 3 for boards, _, _, blocks in parts)
    ends = interval_over(parts) if many else (None, None)
    score = fsum(each.score for each in rows) / k
    boards, blocks = sum(each.boards for each in rows), sum(each.blocks for each in rows)
    return Row(boards, score, hypot(*(each.error for each in rows)) / k, ends[0], ends[1], blocks)


def against_all(boards: Sequence[Board], field: Iterable[str]) -> dict[str, Row | list[str]]:
    """Return each bot's mean score over all others of *field*, with equal weight, or those that it has not met."""
    field, cells, wide = sorted(field), crosstable(boards), sqrt(max(board.compared(board.bots[0]) for board in boards))
    lines: dict[str, Row | list[str]] = {}
    for bot in field:
        others = [other for other in field if other != bot]
        unmet = [other for other in others if (bot, other) not in cells]
        met = [cells[bot, other] for other in others if other not in unmet]
        lines[bot] = unmet or over_variants([cell._replace(error=wide * cell.error) for cell in met])
    return lines


def row(scores: Sequence[float], clusters: Sequence[Any] | None = None) -> Row:
    """*clusters*: the cluster of each score, by default its own."""
    n, mean = len(scores), fsum(scores) / len(scores)
    surpluses: dict[Any, list[float]] = defaultdict(list)
    for x, cluster in zip(scores, range(n) if clusters is None else clusters, strict=True):
        surpluses[cluster].append(x - mean)
    blocks = len(surpluses)
    error = _error([fsum(own) for own in surpluses.values()]) / n
    if blocks < 12:
        error = max(error, _error([x - mean for x in scores]) / n)
    ends = mean_interval(mean, error, n, blocks) if n >= 10 and blocks >= 3 else (None, None)
    return Row(n, mean, error, ends[0], ends[1], blocks)


def _error(surpluses: Sequence[float]) -> float:
    """Of the sum of independent surpluses."""
    count = len(surpluses)
    return sqrt(fsum(each**2 for each in surpluses) * count / (count - 1)) if count > 1 else 0.0


def live_elo(boards: Iterable[Board]) -> dict[str, float]:
    """Everybody starts at 1500; all pairs of a board move at once. Tournaments come as they ended."""
    elo: dict[str, float] = defaultdict(lambda: 1500.0)
    for board in boards:
        before = dict(elo)
        for (one, other), score in board.scores.items():
            gap = before.get(other, 1500.0) - before.get(one, 1500.0)
            elo[one] += 32 / board.compared(one) * (score - 1 / (1 + 10 ** (gap / 400)))
    return elo
