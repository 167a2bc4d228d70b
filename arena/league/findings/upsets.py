"""Upsets: boards on which a bot did far better than the ratings had it."""

from collections.abc import Iterable, Iterator, Mapping
from math import exp, fsum
from typing import NamedTuple

from arena.league.ratings.boards import BoardScore


class Upset(NamedTuple):
    """A *player* of *board* that was to lose against *others* and did not.

    *score*: its mean score against them, 0..1; *expected*: what their strengths have it,
    1 / (1 + exp(b - a)) of each pair (R. A. Bradley, M. E. Terry, Biometrika 39, 1952).
    """

    board: BoardScore
    player: int
    others: tuple[int, ...]
    score: float
    expected: float


def biggest_upset(boards: Iterable[BoardScore], strengths: Mapping[int, float]) -> Upset | None:
    """Return the board with most between score and expectation; None without any.

    *strengths*: natural logarithms, of players that are compared. Who is not among them is left
    out, with its opponents' scores against it.
    """
    found = (upset for board in boards for upset in _upsets(board, strengths))
    return max(found, key=lambda upset: upset.score - upset.expected, default=None)


def _upsets(board: BoardScore, strengths: Mapping[int, float]) -> Iterator[Upset]:
    for field in board.fields:
        rated = [player for player in field if player in strengths]
        for player in rated if len(rated) > 1 else ():
            others = tuple(other for other in rated if other != player)
            place = board.line_up.index(player)
            score = fsum(board.score(place, board.line_up.index(other)) for other in others) / len(others)
            expected = fsum(1 / (1 + exp(strengths[other] - strengths[player])) for other in others) / len(others)
            if expected < 0.5 < score:
                yield Upset(board, player, others, score, expected)
