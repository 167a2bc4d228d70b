"""Standings and crosstable of closed boards of one variant."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import fsum, sqrt

from arena.league.boards import ClosedBoard


@dataclass(frozen=True)
class Standing:
    """A player's line. *score*: mean over boards of its mean pair score on a board; *error*: its standard error."""

    player: int
    boards: int
    score: float
    error: float
    points: float  # the game's own, mean over games
    infractions: int


@dataclass(frozen=True)
class Meeting:
    """How *player* did against *opponent* (player < opponent), over the boards on which both sat."""

    player: int
    opponent: int
    boards: int
    score: float
    error: float


def standings(boards: Iterable[ClosedBoard]) -> list[Standing]:
    """One line for each player, best mean board score first, equals by id."""
    scores: dict[int, list[float]] = defaultdict(list)
    points: dict[int, list[int]] = defaultdict(list)
    infractions: dict[int, int] = defaultdict(int)
    for board in boards:
        for index, player in enumerate(board.line_up):
            scores[player].append(score_on(board, index))
            points[player].extend(outcome.points[index] for outcome in board.outcomes)
            infractions[player] += sum(outcome.infractions[index] for outcome in board.outcomes)
    lines = [
        Standing(player, len(made), mean(made), standard_error(made), mean(points[player]), infractions[player])
        for player, made in scores.items()
    ]
    return sorted(lines, key=lambda line: (-line.score, line.player))


def crosstable(boards: Iterable[ClosedBoard]) -> list[Meeting]:
    """One meeting for each pair that sat at a table, in order of ids."""
    scores: dict[tuple[int, int], list[float]] = defaultdict(list)
    for board in boards:
        for first, second in board.pairs():
            if board.line_up[first] > board.line_up[second]:
                first, second = second, first
            scores[board.line_up[first], board.line_up[second]].append(board.score(first, second))
    return [Meeting(*pair, len(made), mean(made), standard_error(made)) for pair, made in sorted(scores.items())]


def score_on(board: ClosedBoard, index: int) -> float:
    """The mean board score of the player at *index* of the line-up against the others, in [0, 1]."""
    others = [other for other in range(len(board.line_up)) if other != index]
    return mean([board.score(index, other) for other in others])


def mean(values: Sequence[float]) -> float:
    """The arithmetic mean; the sum is exactly rounded, so the order does not matter."""
    return fsum(values) / len(values)


def standard_error(values: Sequence[float]) -> float:
    """Of the mean: sqrt(sum((x - mean)^2) / (N - 1) / N); 0 with fewer than two values."""
    count = len(values)
    if count < 2:
        return 0.0
    middle = mean(values)
    return sqrt(fsum((value - middle) ** 2 for value in values) / (count - 1) / count)
