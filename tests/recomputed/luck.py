"""Points less luck: what the house bot makes of the same deals is taken off (docs/explanation/luck.md)."""

from collections import defaultdict
from collections.abc import Iterable
from math import fsum
from typing import NamedTuple

from tests.recomputed.boards import Board
from tests.recomputed.means import row

Points = list[tuple[float, float]]  # of a bot's board: its own, and the house bot's


class LessLuck(NamedTuple):
    boards: int
    points: float
    error: float
    less_luck: float
    less_luck_error: float


def less_luck(boards: Iterable[Board]) -> dict[str, LessLuck]:
    """By bot, of the boards whose deal the house bot has played."""
    known = [(board, board.house) for board in boards if board.house is not None]
    halves: list[dict[str, Points]] = [defaultdict(list), defaultdict(list)]
    houses: list[list[int]] = [[], []]
    for board, house in known:
        half = bytes.fromhex(board.seed)[0] & 1
        houses[half].append(house)
        for bot in board.bots:
            halves[half][bot].append((sum(board.points[bot]), house))
    slopes = [_slope(halves[1]), _slope(halves[0])]  # each half takes that of the other
    means = [fsum(each) / max(1, len(each)) for each in houses]
    found = {}
    for bot in {**halves[0], **halves[1]}:
        games = next(len(board.games) for board, _ in known if bot in board.bots)
        raw = [p for half in halves for p, _ in half.get(bot, [])]
        less = [p - slopes[h] * (q - means[h]) for h in (0, 1) for p, q in halves[h].get(bot, [])]
        told = (fsum(raw) / len(raw), row(raw).error, fsum(less) / len(less), row(less).error)
        found[bot] = LessLuck(len(raw), *(each / games for each in told))
    return found


def _slope(half: dict[str, Points]) -> float:
    """Least squares, within bots."""
    together = spread = 0.0
    for own in half.values():
        p, q = (fsum(each[at] for each in own) / len(own) for at in (0, 1))
        together += fsum((a - p) * (b - q) for a, b in own)
        spread += fsum((b - q) ** 2 for _, b in own)
    return together / spread if spread else 0.0
