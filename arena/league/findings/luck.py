"""Remove luck from points: subtract the part that a house bot's points on the same deals explain.

The method is a control variate (S. Lavenberg, P. Welch, Management Science 27 (1981); in card games "duplicate par",
and in poker the chance terms of AIVAT: N. Burch and others, AAAI 2018). Rotation has already removed luck from board
*scores*. The luck left in points is whether a deal had many points or few. From a player's points on a board, P, the
value c * (q - m) is subtracted. Here q is the house bot's points on that deal, and m the mean of q.

The result is unbiased. Deals do not depend on the players, so q - m is 0 on average. And c is not fitted to the same
boards: boards are halved by a bit of their seed. Each half uses the least-squares slope of the other half, and its own
mean. A good c makes the variance smaller, and a bad c cannot make the mean wrong.

The mean m is over the N boards that the house bot played, and its error is common to all players. The variance of
points less luck on n boards is V(P - c q) / n + (V(P) - V(P - c q)) / N. V is the variance over boards. This is double
sampling with regression (W. G. Cochran, Sampling Techniques, 3rd edition, 1977, chapter 12). With n = N the correction
is 0, and the error is that of P.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import fsum, hypot, sqrt
from typing import Final

HALVES: Final = (0, 1)


@dataclass(frozen=True)
class Sums:
    """Sums of one player over its boards of one half (0 or 1). p: its points on a board; q: the house bot's."""

    player: int
    half: int
    boards: int
    p: int
    pp: int
    q: int
    qq: int
    pq: int


@dataclass(frozen=True)
class DealBaseline:
    """The number of boards of a half (0 or 1), and the sum *q* of the house bot's points on these."""

    half: int
    boards: int
    q: int

    @property
    def mean(self) -> float:
        """Return the house bot's mean points per board."""
        return self.q / self.boards if self.boards else 0.0


@dataclass(frozen=True)
class LessLuck:
    """A player's mean points per game, as played and with luck removed.

    *error*, *less_luck_error*: standard errors over boards; 0 with one board. Both include the luck of the deals.
    """

    player: int
    boards: int
    points: float
    error: float
    less_luck: float
    less_luck_error: float


def less_luck(sums: Iterable[Sums], pars: Iterable[DealBaseline], games: int) -> list[LessLuck]:
    """Return all players' points with luck removed, highest first, then by id.

    *pars*: the house bot's baseline of each half. *games*: per board.
    """
    own: dict[int, list[Sums]] = {}
    for each in sums:
        own.setdefault(each.player, []).append(each)
    everything = [each for line in own.values() for each in line]
    slopes = {half: slope([each for each in everything if each.half != half]) for half in HALVES}
    baselines = {par.half: par for par in pars}
    lines = [_line(player, parts, slopes, baselines, games) for player, parts in own.items()]
    return sorted(lines, key=lambda line: (-line.less_luck, line.player))


def slope(sums: Sequence[Sums]) -> float:
    """Return the slope of players' points on the house bot's points, within players; 0 without scatter."""
    together = sum(each.pq - each.p * each.q / each.boards for each in sums)
    spread = sum(each.qq - each.q * each.q / each.boards for each in sums)
    return together / spread if spread else 0.0


def _line(
    player: int, parts: Sequence[Sums], slopes: dict[int, float], baselines: dict[int, DealBaseline], games: int
) -> LessLuck:
    boards = sum(each.boards for each in parts)
    raw, squares = sum(each.p for each in parts), sum(each.pp for each in parts)
    less, less_squares = 0.0, 0.0
    for each in parts:
        one, square = _subtract_luck(each, slopes[each.half], baselines[each.half].mean)
        less, less_squares = less + one, less_squares + square
    error = _error(raw, squares, boards) / games
    share = fsum(each.boards**2 / baselines[each.half].boards for each in parts) / boards  # n / N
    less_error = hypot(sqrt(1 - share) * _error(less, less_squares, boards) / games, sqrt(share) * error)
    return LessLuck(player, boards, raw / boards / games, error, less / boards / games, less_error)


def _subtract_luck(sums: Sums, c: float, mean: float) -> tuple[float, float]:
    """Return the sums of P - c * (q - mean) and of its square, over one player's boards of a half."""
    luck = sums.q - sums.boards * mean
    lucks = sums.qq - 2 * mean * sums.q + sums.boards * mean * mean
    return sums.p - c * luck, sums.pp - 2 * c * (sums.pq - mean * sums.p) + c * c * lucks


def _error(total: float, squares: float, boards: int) -> float:
    if boards < 2:
        return 0.0
    return sqrt(max(0.0, squares - total * total / boards) / (boards - 1) / boards)
