"""The official table: fitted strengths on the scale of board Elo, with their errors."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from math import inf, log, sqrt

from arena.league.numeric.linear_algebra import Matrix
from arena.league.numeric.student import t_cdf, t_quantile, welch
from arena.league.ratings.bradley_terry import Fit, expected_score
from arena.league.ratings.interval import CONFIDENCE, LEAST_BOARDS

CENTRE = 1500.0
ELO = 400 / log(10)  # board Elo for a unit of strength
SURPRISING = 3.0  # standard errors


@dataclass(frozen=True)
class Strength:
    """A player's line. *low* and *high* bound its 95% interval, None below 10 boards.

    *bound*: ">=" for a player who won every game against everybody, "<=" for one who lost every game; else "".
    """

    player: int
    boards: int
    elo: float
    error: float  # standard error of elo; inf with one board
    low: float | None
    high: float | None
    bound: str

    @classmethod
    def of(cls, player: int, boards: int, elo: float, error: float, degrees: float, bound: str) -> "Strength":
        """With the interval that *error*, of so many *degrees* of freedom, makes around *elo*."""
        if boards < LEAST_BOARDS:
            return cls(player, boards, elo, error, None, None, bound)
        width = t_quantile((1 + CONFIDENCE) / 2, degrees) * error
        return cls(player, boards, elo, error, elo - width, elo + width, bound)


@dataclass(frozen=True)
class Surprise:
    """A pair whose score strengths do not explain; *player* did better than they say, in mean board scores.

    *errors*: how many standard errors lie between the two, at least: the error is that of boards won or lost whole.
    """

    player: int
    opponent: int
    boards: int
    score: float
    expected: float
    errors: float


class Strengths:
    """The table of one variant. The mean of all players, or of those of *centre*, is put at 1500.

    Attributes:
        players: their ids, ascending; all lists and matrices go with them.
        elo: their board Elo.
        boards: how many boards each played.
    """

    def __init__(self, fit: Fit, centre: Collection[int] = ()) -> None:
        self.players = fit.players
        self.boards = fit.boards
        self._place = {player: place for place, player in enumerate(fit.players)}
        self._meetings = {(i, j): (boards, score) for i, j, boards, score in fit.meetings}
        middle = [self._place[player] for player in centre] or list(range(len(fit.players)))
        mean = sum(fit.strengths[place] for place in middle) / max(1, len(middle))
        self.elo = [CENTRE + ELO * (each - mean) for each in fit.strengths]
        self._covariance = _about(fit.covariance, middle)

    def table(self) -> list[Strength]:
        """A line for each player, best first, equals by id."""
        lines = [self._line(place) for place in range(len(self.players))]
        return sorted(lines, key=lambda line: (-line.elo, line.player))

    def difference(self, player: int, other: int) -> tuple[float, float, float]:
        """By how much *player* is stronger: board Elo, its standard error, and its degrees of freedom."""
        i, j = self._place[player], self._place[other]
        cells = self._covariance
        variance = ELO**2 * (cells[i][i] + cells[j][j] - 2 * cells[i][j])
        boards = min(self.boards[i], self.boards[j])
        return self.elo[i] - self.elo[j], _error(variance, boards), boards - 1

    def superiority(self, player: int, other: int) -> float | None:
        """The likelihood that *player* is the stronger, given a flat prior; None below 10 boards of either."""
        more, error, degrees = self.difference(player, other)
        if degrees < LEAST_BOARDS - 1 or not error:
            return None
        return t_cdf(more / error, degrees)

    def surprises(self) -> list[Surprise]:
        """Pairs whose score is more than 3 standard errors from what their strengths say, the furthest first.

        Where there are many, strengths do not tell it all: somebody beats another's style.
        """
        found = [self._surprise(pair) for pair, (boards, _) in self._meetings.items() if boards >= LEAST_BOARDS]
        return sorted((each for each in found if each.errors > SURPRISING), key=lambda each: -each.errors)

    def _surprise(self, pair: tuple[int, int]) -> Surprise:
        boards, score = self._meetings[pair]
        mean, expected = score / boards, expected_score((self.elo[pair[0]] - self.elo[pair[1]]) / ELO)
        first, second = (self.players[place] for place in pair)
        errors = abs(mean - expected) / sqrt(expected * (1 - expected) / boards)
        if mean < expected:
            return Surprise(second, first, boards, 1 - mean, 1 - expected, errors)
        return Surprise(first, second, boards, mean, expected, errors)

    def _line(self, place: int) -> Strength:
        boards = self.boards[place]
        error = _error(ELO**2 * self._covariance[place][place], boards)
        return Strength.of(self.players[place], boards, self.elo[place], error, boards - 1, self._bound(place))

    def _bound(self, place: int) -> str:
        own = [(boards, score, pair) for pair, (boards, score) in self._meetings.items() if place in pair]
        share = [score / boards if pair[0] == place else 1 - score / boards for boards, score, pair in own]
        return ">=" if min(share) == 1 else "<=" if max(share) == 0 else ""


def _about(cells: Matrix, middle: Sequence[int]) -> Matrix:
    """The covariance of what *cells* is the covariance of, less the mean over the places of *middle*."""
    size = len(cells)
    rows = [sum(row[place] for place in middle) / len(middle) for row in cells]
    mean = sum(rows[place] for place in middle) / max(1, len(middle))
    return [[cells[i][j] - rows[i] - rows[j] + mean for j in range(size)] for i in range(size)]


def _error(variance: float, boards: int) -> float:
    """A standard error: boards scatter a little less around a strength that was fitted from them than they should."""
    return sqrt(max(0.0, variance) * boards / (boards - 1)) if boards > 1 else inf


def pooled(fits: Sequence[Fit]) -> list[Strength]:
    """The players who played every one of the variants of *fits*, best first; *boards* is the sum.

    Their mean is put at 1500 in each variant. The degrees of freedom of an average are Welch's.
    """
    common = sorted(set.intersection(*(set(fit.players) for fit in fits))) if fits else []
    if not common:
        return []
    tables = [{line.player: line for line in Strengths(fit, common).table()} for fit in fits]
    lines = [_average([table[player] for table in tables]) for player in common]
    return sorted(lines, key=lambda line: (-line.elo, line.player))


def _average(lines: Sequence[Strength]) -> Strength:
    """One player's lines in several variants as one; an interval only where each of them has one."""
    count = len(lines)
    parts = [(line.error**2, max(1, line.boards - 1)) for line in lines]
    error = sqrt(sum(variance for variance, _ in parts)) / count
    elo = sum(line.elo for line in lines) / count
    bound = next((line.bound for line in lines if line.bound), "")
    boards = sum(line.boards for line in lines)
    line = Strength.of(lines[0].player, boards, elo, error, welch(parts), bound)
    if min(each.boards for each in lines) < LEAST_BOARDS:
        return replace(line, low=None, high=None)
    return line
