"""An official table: strengths in board Elo, with their errors."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from math import copysign, fsum, hypot, inf, log, sqrt

from arena.league.numeric.linear_algebra import Matrix
from arena.league.numeric.student import t_cdf
from arena.league.ratings.bradley_terry import Fit, opponents
from arena.league.ratings.elo import expected_score
from arena.league.ratings.interval import LEAST_BLOCKS, LEAST_BOARDS, t_end

CENTRE = 1500.0
ELO = 400 / log(10)  # board Elo per unit of strength


@dataclass(frozen=True)
class PlayerStrength:
    """A player's line in an official table.

    *low* and *high* bound its 95% interval. Both are None below 10 boards or 3 blocks, and if no other player of the
    table has 10 boards. They are also None if the player's blocks scatter so much that they show nothing.
    A player with 10 boards who won every game has no *high* and the *bound* ">=". If it lost every game it has no *low*
    and "<=".

    Over several variants *elo* is the mean of the ratings, with the sums of boards and blocks. *spread*: the standard
    deviation of these ratings beyond what their errors explain; None with one variant, or with a bound in one. *kind*:
    "specialist", "all-rounder", or "" if errors are too large to decide.
    """

    player: int
    boards: int
    blocks: int
    elo: float
    error: float  # standard error of elo; inf with one board or a bound
    low: float | None
    high: float | None
    bound: str
    spread: float | None = None
    kind: str = ""


class Strengths:
    """The lines of one table, centred on 1500: the mean of *centre*, or of the players with 10 or more boards.

    Without any such player it is the mean of all. *elo* and *boards* are in the order of *players*, ids ascending.
    *field*: the players with 10 or more boards, or all. *links*: boards that do not count, by the index of the table
    whose players they link to these.

    With one player as *centre*, errors and intervals are those of differences from this player. There are no intervals
    if it has fewer than 10 boards or 3 blocks, or won or lost every game.
    """

    def __init__(self, fit: Fit, centre: Collection[int] = ()) -> None:
        self.players = fit.players
        self.boards = fit.boards
        self.blocks = fit.blocks
        self.links = fit.links
        self._fit = fit
        self._place = {player: place for place, player in enumerate(fit.players)}
        many = [player for player, boards in zip(fit.players, fit.boards, strict=True) if boards >= LEAST_BOARDS]
        self.field = many or fit.players
        self._middle = [self._place[player] for player in centre or self.field]
        self._is_comparable = len(self._middle) > 1 or (len(centre) == 1 and None not in fit.ends[self._middle[0]])
        mean = fsum(fit.strengths[place] for place in self._middle) / len(self._middle)
        self.elo = [CENTRE + ELO * (each - mean) for each in fit.strengths]
        self._spreads = [_about(_whole(cells), self._middle) for cells in (*fit.spreads, fit.model)]
        self._met = opponents(len(fit.players), fit.meetings)
        self._compared = [sum(boards for _, boards, _ in met) for met in self._met]
        self._reaches = [[self._far(place, end) for place in range(len(fit.players))] for end in (0, 1)]

    @property
    def is_uneven(self) -> bool:
        """Whether a pair of *field* has less than half of the boards of another pair of *field*."""
        met = {(self.players[i], self.players[j]): boards for i, j, boards, *_ in self._fit.meetings}
        counts = [met.get(pair, 0) for pair in combinations(self.field, 2)]
        return 2 * min(counts, default=0) < max(counts, default=0)

    @cached_property
    def lines(self) -> dict[int, PlayerStrength]:
        """Each player's line, by player."""
        return {player: self._line(place) for place, player in enumerate(self.players)}

    def table(self) -> list[PlayerStrength]:
        """Return each player's line, best first, then by id."""
        return sorted(self.lines.values(), key=lambda line: (-line.elo, line.player))

    def difference(self, player: int, other: int) -> tuple[float, float, int]:
        """Return the lead of *player* over *other*: board Elo, its standard error and degrees of freedom.

        Where undoing a drawing by results made the lead smaller, it counts as smaller by that amount again, at least 0:
        see `_undone`.
        """
        i, j = self._place[player], self._place[other]
        variance = max(cells[i][i] + cells[j][j] - 2 * cells[i][j] for cells in self._spreads)
        lead, moved = self.elo[i] - self.elo[j], ELO * (self._fit.undone[i] - self._fit.undone[j])
        less = max(0.0, -moved if lead > 0 else moved)
        sure = copysign(max(0.0, abs(lead) - less), lead)
        return sure, ELO * sqrt(max(0.0, variance)), min(self.blocks[i], self.blocks[j]) - 1

    def is_known(self, *players: int) -> bool:
        """Return whether each of *players* has enough boards and blocks for an interval."""
        places = [self._place[player] for player in players]
        return all(self.boards[place] >= LEAST_BOARDS and self.blocks[place] >= LEAST_BLOCKS for place in places)

    def superiority(self, player: int, other: int) -> float | None:
        """Return the probability that *player* is stronger; None unless both are known.

        Empirical Bayes: true differences have the variance A. Behind a measured difference d with error e, the true one
        has the mean d A / (A + e^2). Its variance is e^2 A / (A + e^2). Student's t is the mean over the root of the
        variance (C. N. Morris, Journal of the American Statistical Association 78 (1983)).
        """
        more, error, degrees = self.difference(player, other)
        if not self.is_known(player, other) or not error:
            return None
        return t_cdf(more / error * sqrt(self._prior / (self._prior + error * error)), degrees)

    @cached_property
    def _prior(self) -> float:
        """The variance A of true differences, by moments, at least its standard error if all players were equal.

        R. DerSimonian, N. Laird, "Meta-analysis in clinical trials", Controlled Clinical Trials 7 (1986).
        """
        known = [player for player in self.players if self.is_known(player)]
        pairs = [self.difference(*pair) for pair in combinations(known, 2)]
        weighted = [(1 / (error * error), more * more) for more, error, _ in pairs if error]
        surplus = fsum(weight * square - 1 for weight, square in weighted)
        by_chance = len(weighted) * sqrt(2 / (len(known) - 1))
        return max(surplus, by_chance) / fsum(weight for weight, _ in weighted)

    def _line(self, place: int) -> PlayerStrength:
        player, boards, blocks, elo = self.players[place], self.boards[place], self.blocks[place], self.elo[place]
        error = self._error(place) if boards > 1 else inf
        if not (self.is_known(player) and self._is_comparable):
            return PlayerStrength(player, boards, blocks, elo, ELO * error, None, None, "")
        below, above = self._reach(place, 0), self._reach(place, 1)
        bound = "" if (below is None) == (above is None) else "<=" if below is None else ">="
        low = None if below is None else elo - ELO * below
        high = None if above is None else elo + ELO * above
        return PlayerStrength(player, boards, blocks, elo, inf if bound else ELO * error, low, high, bound)

    def _error(self, place: int) -> float:
        """Return the standard error of a strength less the mean.

        It is the larger one of its own boards' scatter and of the whole table's.
        """
        return sqrt(max(0.0, *(cells[place][place] for cells in self._spreads)))

    def _reach(self, place: int, end: int) -> float | None:
        """Return the distance from the strength to its interval's end below (*end* 0) or above (1); None for no end.

        It combines the uncertainty of the player's own boards and of the strengths it is compared with (G. Y. Zou, A.
        Donner, Statistics in Medicine 27 (2008)).
        """
        own = self._own(place, end)
        if own is None:
            return None
        size = len(self._middle)
        share = 1 - 1 / size if place in self._middle else 1.0  # the mean includes its own strength
        variance = max(0.0, self._error(place) ** 2 - (share * self._own_error(place)) ** 2)
        reach = hypot(share * own, max(t_end(self.blocks[place] - 1) * sqrt(variance), self._others(place, end) / size))
        return reach + self._undone(place, end)

    def _undone(self, place: int, end: int) -> float:
        """Return how far drawing by results was undone towards an end.

        The correction is of first order, and the rest is on the same side: for nearly equal bots it is as much again.
        """
        middle = fsum(self._fit.undone[each] for each in self._middle) / len(self._middle)
        moved = self._fit.undone[place] - middle
        return max(0.0, moved if end else -moved)

    def _own(self, place: int, end: int) -> float | None:
        """Return the distance to the end of its own boards' interval; None for no end."""
        bound = self._fit.ends[place][end]
        return None if bound is None else abs(bound - self._fit.strengths[place])

    def _own_error(self, place: int) -> float:
        """Return a strength's error if all others were certain and boards scattered as in the whole table."""
        own = self._fit.strengths[place]
        pairs = ((boards, expected_score(own - self._fit.strengths[other])) for other, boards, _ in self._met[place])
        return sqrt(self._fit.dispersion / fsum(boards * p * (1 - p) for boards, p in pairs))

    def _others(self, place: int, end: int) -> float:
        """Return how far the others reach in the other direction, by their boards without this player."""
        shared = {other: boards for other, boards, _ in self._met[place]}
        squares = []
        for other in self._middle:
            if other != place and self.boards[other] >= LEAST_BOARDS:
                reach = self._reaches[1 - end][other]
                squares.append((1 - shared.get(other, 0) / self._compared[other]) * reach * reach)
        return sqrt(fsum(squares))

    def _far(self, place: int, end: int) -> float:
        """Return a strength's reach for others' intervals, even without an end by its own boards."""
        own = self._own(place, end)
        if own is not None or self.boards[place] < LEAST_BOARDS:
            return own or 0.0
        return t_end(max(LEAST_BLOCKS, self.blocks[place]) - 1) * self._error(place)


def _whole(lower: Matrix) -> Matrix:
    size = range(len(lower))
    return [[lower[i][j] if j <= i else lower[j][i] for j in size] for i in size]


def _about(cells: Matrix, middle: Sequence[int]) -> Matrix:
    """Return the covariance of strengths less their mean over *middle*, given their covariance *cells*."""
    size = len(cells)
    rows = [sum(row[place] for place in middle) / len(middle) for row in cells]
    mean = sum(rows[place] for place in middle) / len(middle)
    return [[cells[i][j] - rows[i] - rows[j] + mean for j in range(size)] for i in range(size)]
