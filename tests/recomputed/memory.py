"""Does a bot do better on a deal when it meets it again? (docs/explanation/pools.md)"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from math import fsum, sqrt
from typing import NamedTuple

from tests.recomputed.boards import Board
from tests.recomputed.intervals import t_quantile


class Gain(NamedTuple):
    """Of the last game of a board over the first, with its 99% interval from 10 boards on."""

    boards: int
    gain: float
    low: float | None
    high: float | None

    @property
    def flagged(self) -> bool:
        return self.low is not None and self.high is not None and not self.low <= 0 <= self.high


def memory(boards: Sequence[Board]) -> dict[str, Gain]:
    """Of one variant of a tournament, by bot."""
    worth = _worth(boards)
    gains: dict[str, list[float]] = defaultdict(list)
    for board in boards:
        for bot in board.bots:
            first, last = (_less_seat(board, game, bot, worth) for game in (board.games[0], board.games[-1]))
            gains[bot].append(last - first)
    return {bot: _gain(own) for bot, own in gains.items()}


def _worth(boards: Iterable[Board]) -> dict[int, float]:
    """By seat: the mean score of all who sat there in first and in last games."""
    taken: dict[int, list[float]] = defaultdict(list)
    for board in boards:
        for game in (board.games[0], board.games[-1]):
            for seat in range(board.sides):
                taken[seat].append(board.taken_in(game, seat))
    return {seat: fsum(own) / len(own) for seat, own in taken.items()}


def _less_seat(board: Board, game: dict[str, list[str]], bot: str, worth: dict[int, float]) -> float:
    seat = game["entrants"].index(bot)
    return board.taken_in(game, seat) - worth[seat]


def _gain(x: Sequence[float]) -> Gain:
    n, mean = len(x), fsum(x) / len(x)
    if n < 10:
        return Gain(n, mean, None, None)
    width = t_quantile(n - 1, 0.995) * sqrt(fsum((each - mean) ** 2 for each in x) / (n - 1) / n)
    return Gain(n, mean, mean - width, mean + width)
