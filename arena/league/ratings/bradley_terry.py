"""The official table: Bradley-Terry strengths by maximum quasi-likelihood on board scores, on the scale of board Elo.

R. A. Bradley, M. E. Terry, "Rank analysis of incomplete block designs", Biometrika 39 (1952): on the mean a player of
strength a scores 1 / (1 + exp(b - a)) against one of strength b. A pair's board score is a mean over rotations, in
[0, 1], and the pairs of a board hang together; so strengths are fitted as if scores were binomial, and their errors are
taken from how boards really scatter: V = H^-1 M H^-1, with H the information and M the sum over boards of the outer
product of their gradients (R. W. M. Wedderburn, Biometrika 61 (1974); K.-Y. Liang, S. L. Zeger, Biometrika 73 (1986)).
"""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations_with_replacement
from math import exp, inf, log, sqrt

from arena.league.numeric.linear_algebra import Matrix, factored, inverse, product, solved
from arena.league.numeric.student import t_cdf, t_quantile
from arena.league.ratings.boards import fields_of
from arena.league.ratings.tally import LineUpTally

CENTRE = 1500.0
ELO = 400 / log(10)  # board Elo for a unit of strength
LEAST_BOARDS = 10  # below that no interval is given
CONFIDENCE = 0.95
STEPS = 100
STILL = 1e-10  # of strength
LONGEST_STEP = 2.0
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
    """A fitted table of one variant.

    One virtual drawn board of each player against the anchor, a player of strength 0, keeps a clean sweep finite
    (DESIGN.md, Ratings). The mean of all players, or of those of *centre*, is then put at 1500.

    Attributes:
        players: their ids, ascending; all lists and matrices go with them.
        elo: their board Elo.
        boards: how many boards each played.
    """

    def __init__(self, tallies: Iterable[LineUpTally], centre: Collection[int] = ()) -> None:
        self._tallies = [tally for tally in tallies if tally.boards]
        self.players = sorted({player for tally in self._tallies for player in tally.players})
        self._place = {player: place for place, player in enumerate(self.players)}
        self._meetings = self._pairs()
        self.boards = self._counted()
        strength, factor = self._fitted()
        middle = [self._place[player] for player in centre] or list(range(len(self.players)))
        mean = sum(strength[place] for place in middle) / max(1, len(middle))
        self.elo = [CENTRE + ELO * (each - mean) for each in strength]
        self._covariance = _about(self._sandwich(strength, factor), middle)

    def table(self) -> list[Strength]:
        """A line for each player, best first, equals by id."""
        lines = [self._line(place) for place in range(len(self.players))]
        return sorted(lines, key=lambda line: (-line.elo, line.player))

    def difference(self, player: int, other: int) -> tuple[float, float, float]:
        """By how much *player* is stronger: board Elo, its standard error, and its degrees of freedom."""
        i, j = self._place[player], self._place[other]
        cells = self._covariance
        variance = cells[i][i] + cells[j][j] - 2 * cells[i][j]
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
        mean, expected = score / boards, _logistic((self.elo[pair[0]] - self.elo[pair[1]]) / ELO)
        first, second = (self.players[place] for place in pair)
        errors = abs(mean - expected) / sqrt(expected * (1 - expected) / boards)
        if mean < expected:
            return Surprise(second, first, boards, 1 - mean, 1 - expected, errors)
        return Surprise(first, second, boards, mean, expected, errors)

    def _line(self, place: int) -> Strength:
        boards = self.boards[place]
        error = _error(self._covariance[place][place], boards)
        return Strength.of(self.players[place], boards, self.elo[place], error, boards - 1, self._bound(place))

    def _bound(self, place: int) -> str:
        own = [(boards, score, pair) for pair, (boards, score) in self._meetings.items() if place in pair]
        share = [score / boards if pair[0] == place else 1 - score / boards for boards, score, pair in own]
        return ">=" if min(share) == 1 else "<=" if max(share) == 0 else ""

    def _pairs(self) -> dict[tuple[int, int], tuple[int, float]]:
        """Boards and score of each pair of places that met; the score is the first one's."""
        met: dict[tuple[int, int], tuple[int, float]] = {}
        for tally in self._tallies:
            places = [self._place[player] for player in tally.players]
            for (i, j), halves in zip(tally.pairs, tally.halves, strict=True):
                boards, score = met.get((places[i], places[j]), (0, 0.0))
                met[places[i], places[j]] = boards + tally.boards, score + halves / tally.most
        return met

    def _counted(self) -> list[int]:
        boards = [0] * len(self.players)
        for tally in self._tallies:
            for player in tally.players:
                boards[self._place[player]] += tally.boards
        return boards

    def _fitted(self) -> tuple[list[float], Matrix]:
        """The strengths, by Newton's method, and the factor of the information there."""
        strength = [0.0] * len(self.players)
        for _ in range(STEPS):
            gradient, information = self._slope(strength)
            factor = factored(information)
            step = solved(factor, gradient)
            longest = max(map(abs, step), default=0.0)
            if longest < STILL:
                break
            short = min(1.0, LONGEST_STEP / longest)
            strength = [each + short * move for each, move in zip(strength, step, strict=True)]
        return strength, factor

    def _slope(self, strength: Sequence[float]) -> tuple[list[float], Matrix]:
        """Gradient and information of the quasi-likelihood, the virtual boards among them."""
        size = len(strength)
        gradient = [0.5 - _logistic(each) for each in strength]
        information = [[0.0] * size for _ in range(size)]
        for place, each in enumerate(strength):
            information[place][place] = _logistic(each) * _logistic(-each)
        for (i, j), (boards, score) in self._meetings.items():
            p = _logistic(strength[i] - strength[j])
            gradient[i] += score - boards * p
            gradient[j] -= score - boards * p
            weight = boards * p * (1 - p)
            information[i][i] += weight
            information[j][j] += weight
            information[i][j] -= weight
            information[j][i] -= weight
        return gradient, information

    def _sandwich(self, strength: Sequence[float], factor: Matrix) -> Matrix:
        """V, in squared board Elo."""
        bread = inverse(factor)
        cells = product(product(bread, self._scatter(strength)), bread)
        return [[ELO * ELO * cell for cell in row] for row in cells]

    def _scatter(self, strength: Sequence[float]) -> Matrix:
        """M: over all boards, the product of the players' surpluses: what they scored less what was expected."""
        size = len(strength)
        cells = [[0.0] * size for _ in range(size)]
        for tally in self._tallies:
            places = [self._place[player] for player in tally.players]
            parts = [places[part] for part in fields_of(len(places), tally.tables)]
            expected = [
                sum(_logistic(strength[i] - strength[j]) for j in part if j != i) for part in parts for i in part
            ]
            totals = [total / tally.most for total in tally.totals()]
            square = tally.most**2
            for (a, b), sum_of in zip(
                combinations_with_replacement(range(len(places)), 2), tally.products, strict=True
            ):
                value = sum_of / square - totals[a] * expected[b] - totals[b] * expected[a]
                value += tally.boards * expected[a] * expected[b]
                cells[places[a]][places[b]] += value
                if a != b:
                    cells[places[b]][places[a]] += value
        return cells


def _about(cells: Matrix, middle: Sequence[int]) -> Matrix:
    """The covariance of what *cells* is the covariance of, less the mean over the places of *middle*."""
    size = len(cells)
    rows = [sum(row[place] for place in middle) / len(middle) for row in cells]
    mean = sum(rows[place] for place in middle) / max(1, len(middle))
    return [[cells[i][j] - rows[i] - rows[j] + mean for j in range(size)] for i in range(size)]


def _logistic(x: float) -> float:
    return 1 / (1 + exp(-x)) if x > 0 else exp(x) / (1 + exp(x))


def _error(variance: float, boards: int) -> float:
    """A standard error: boards scatter a little less around a strength that was fitted from them than they should."""
    return sqrt(max(0.0, variance) * boards / (boards - 1)) if boards > 1 else inf
