"""Compute the tables of a tournament again, from what `arena export` wrote.

By docs/explanation/ratings.md alone: neither this file nor `formulas.py`, which has the official
tables, imports anything of the arena. Of boards in rotations, of one tournament that is over and
that is all that was ever played.
"""

from collections import defaultdict
from collections.abc import Iterable
from itertools import combinations, combinations_with_replacement
from math import fsum, sqrt
from types import SimpleNamespace
from typing import Any, NamedTuple

from tests.api.ratings import formulas

Lines = list[dict[str, Any]]
Scores = dict[tuple[str, str], float]  # of the first against the second, both ways round


class Board(NamedTuple):
    number: int
    variant: str
    scores: Scores
    points: dict[str, list[int]]  # by bot, the game's own

    @property
    def bots(self) -> list[str]:
        return sorted(self.points)

    def total(self, bot: str) -> float:
        """What it scored against all others."""
        return fsum(score for (one, _), score in self.scores.items() if one == bot)


class Row(NamedTuple):
    """Boards, mean score, error, and the interval from 10 boards on."""

    boards: int
    score: float
    error: float
    low: float | None
    high: float | None


def closed_boards(lines: Lines) -> list[Board]:
    """In schedule order."""
    games = {line["id"]: line for line in lines if line["format"] == "arena-game/1"}
    closed = [line for line in lines if line["format"] == "arena-board/1" and line["state"] == "closed"]
    return [_board(line, [games[game] for game in line["games"]]) for line in closed]


def standings(boards: Iterable[Board]) -> dict[str, tuple[Row, float]]:
    """By bot: its mean score on a board, and its points a game."""
    scores: dict[str, list[float]] = defaultdict(list)
    points: dict[str, list[int]] = defaultdict(list)
    for board in boards:
        for bot in board.bots:
            scores[bot].append(board.total(bot) / (len(board.bots) - 1))
            points[bot] += board.points[bot]
    return {bot: (_row(scores[bot]), fsum(points[bot]) / len(points[bot])) for bot in scores}


def crosstable(boards: Iterable[Board]) -> dict[tuple[str, str], Row]:
    """Of each two, both ways round."""
    met: dict[tuple[str, str], list[float]] = defaultdict(list)
    for board in boards:
        for pair, score in board.scores.items():
            met[pair].append(score)
    return {pair: _row(scores) for pair, scores in met.items()}


def live_elo(boards: Iterable[Board]) -> dict[str, float]:
    """Everybody starts at 1500; all pairs of a board move at once."""
    elo: dict[str, float] = defaultdict(lambda: 1500.0)
    for board in boards:
        before = dict(elo)
        for (one, other), score in board.scores.items():
            gap = before.get(other, 1500.0) - before.get(one, 1500.0)
            elo[one] += 32 / (len(board.bots) - 1) * (score - 1 / (1 + 10 ** (gap / 400)))
    return elo


def official(boards: Iterable[Board]) -> list[dict[str, formulas.Line]]:
    """The official tables of one scale, the largest first."""
    by_line_up: dict[tuple[str, ...], list[Board]] = defaultdict(list)
    for board in boards:
        by_line_up[tuple(board.bots)].append(board)
    return formulas.tables([_tally(bots, own) for bots, own in by_line_up.items()])


def _board(line: dict[str, Any], games: Lines) -> Board:
    points: dict[str, list[int]] = defaultdict(list)
    taken: dict[tuple[str, str], list[float]] = defaultdict(list)
    for game in games:
        ranks = dict(zip(game["seats"], game["ranks"], strict=True))
        for bot, score in dict(zip(game["seats"], game["scores"], strict=True)).items():
            points[bot].append(score)
        for one in ranks:
            for other in ranks.keys() - {one}:
                taken[one, other].append((1 + (ranks[one] < ranks[other]) - (ranks[one] > ranks[other])) / 2)
    scores = {pair: fsum(each) / len(each) for pair, each in taken.items()}
    return Board(line["number"], line["variant"], scores, points)


def _row(scores: list[float]) -> Row:
    n, mean = len(scores), fsum(scores) / len(scores)
    error = sqrt(fsum((x - mean) ** 2 for x in scores) / (n - 1) / n) if n > 1 else 0.0
    return Row(n, mean, error, *(formulas._interval(mean, error, n) if n >= 10 else (None, None)))


def _tally(bots: tuple[str, ...], boards: list[Board]) -> SimpleNamespace:
    """A line-up as a receipt has it, in half points."""
    most, pairs = 2 * len(bots), list(combinations(bots, 2))
    whole = [{bot: most * board.total(bot) for bot in bots} for board in boards]
    return SimpleNamespace(
        bots=bots,
        boards=len(boards),
        halves=[most * fsum(board.scores[pair] for board in boards) for pair in pairs],
        squares=[most**2 * fsum(board.scores[pair] ** 2 for board in boards) for pair in pairs],
        products=[fsum(each[a] * each[b] for each in whole) for a, b in combinations_with_replacement(bots, 2)],
        by_results=False,
    )
