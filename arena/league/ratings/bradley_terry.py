"""The fit behind the official table: Bradley-Terry strengths by maximum quasi-likelihood on board scores.

R. A. Bradley, M. E. Terry, "Rank analysis of incomplete block designs", Biometrika 39 (1952): on the mean a player of
strength a scores 1 / (1 + exp(b - a)) against one of strength b. A pair's board score is a mean over rotations, in
[0, 1], and the pairs of a board hang together; so strengths are fitted as if scores were binomial, and their errors are
taken from how boards really scatter: V = H^-1 M H^-1, with H the information and M the sum over boards of the outer
product of their gradients (R. W. M. Wedderburn, Biometrika 61 (1974); K.-Y. Liang, S. L. Zeger, Biometrika 73 (1986)).
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations_with_replacement
from math import exp

from arena.league.numeric.linear_algebra import Matrix, factored, inverse, product, solved
from arena.league.ratings.boards import fields_of
from arena.league.ratings.tally import LineUpTally

STEPS = 100
STILL = 1e-10  # of strength
LONGEST_STEP = 2.0

Meetings = dict[tuple[int, int], tuple[int, float]]  # by pair of places: boards, and the first one's score


@dataclass(frozen=True)
class Fit:
    """Strengths of the players of one variant, against an anchor of strength 0, and what they were fitted to.

    A *place* is an index into *players*; all lists and the matrix go by places.

    Attributes:
        players: their ids, ascending.
        boards: how many boards each played.
        strengths: natural logarithms, as in the formula above.
        covariance: V, the covariance of the strengths.
        meetings: pairs of places, the boards they played, and the first one's score in them.
    """

    players: list[int]
    boards: list[int]
    strengths: list[float]
    covariance: Matrix
    meetings: list[tuple[int, int, int, float]]


def fit(tallies: Iterable[LineUpTally]) -> Fit:
    """Fit the strengths of all who played.

    One virtual drawn board of each player against the anchor keeps a clean sweep finite
    (docs/explanation/ratings.md). Some hundred players take the processor for a second.
    """
    played = [tally for tally in tallies if tally.boards]
    players = sorted({player for tally in played for player in tally.players})
    places = {player: place for place, player in enumerate(players)}
    seated = [([places[player] for player in tally.players], tally) for tally in played]
    boards, meetings = [0] * len(players), _meetings(seated)
    for line_up, tally in seated:
        for place in line_up:
            boards[place] += tally.boards
    strengths, factor = _most_likely(len(players), meetings)
    bread = inverse(factor)
    covariance = product(product(bread, _scatter(seated, strengths)), bread)
    return Fit(players, boards, strengths, covariance, [(*pair, *met) for pair, met in meetings.items()])


def expected_score(difference: float) -> float:
    """What a player scores on the mean against one who is weaker by *difference* of strength."""
    return 1 / (1 + exp(-difference)) if difference > 0 else exp(difference) / (1 + exp(difference))


_Seated = Sequence[tuple[list[int], LineUpTally]]


def _meetings(seated: _Seated) -> Meetings:
    met: Meetings = {}
    for places, tally in seated:
        for (i, j), halves in zip(tally.pairs, tally.halves, strict=True):
            boards, score = met.get((places[i], places[j]), (0, 0.0))
            met[places[i], places[j]] = boards + tally.boards, score + halves / tally.most
    return met


def _most_likely(size: int, meetings: Meetings) -> tuple[list[float], Matrix]:
    """The strengths, by Newton's method, and the factor of the information there."""
    strengths = [0.0] * size
    for _ in range(STEPS):
        gradient, information = _slope(strengths, meetings)
        factor = factored(information)
        step = solved(factor, gradient)
        longest = max(map(abs, step), default=0.0)
        if longest < STILL:
            break
        short = min(1.0, LONGEST_STEP / longest)
        strengths = [each + short * move for each, move in zip(strengths, step, strict=True)]
    return strengths, factor


def _slope(strengths: Sequence[float], meetings: Meetings) -> tuple[list[float], Matrix]:
    """Gradient and information of the quasi-likelihood, the virtual boards among them."""
    size = len(strengths)
    gradient = [0.5 - expected_score(each) for each in strengths]
    information = [[0.0] * size for _ in range(size)]
    for place, each in enumerate(strengths):
        information[place][place] = expected_score(each) * expected_score(-each)
    for (i, j), (boards, score) in meetings.items():
        p = expected_score(strengths[i] - strengths[j])
        gradient[i] += score - boards * p
        gradient[j] -= score - boards * p
        weight = boards * p * (1 - p)
        information[i][i] += weight
        information[j][j] += weight
        information[i][j] -= weight
        information[j][i] -= weight
    return gradient, information


def _scatter(seated: _Seated, strengths: Sequence[float]) -> Matrix:
    """M: over all boards, the product of the players' surpluses: what they scored less what was expected."""
    cells = [[0.0] * len(strengths) for _ in strengths]
    for places, tally in seated:
        parts = [places[part] for part in fields_of(len(places), tally.tables_per_board)]
        expected = [
            sum(expected_score(strengths[i] - strengths[j]) for j in part if j != i) for part in parts for i in part
        ]
        totals = [total / tally.most for total in tally.totals()]
        square = tally.most**2
        for (a, b), sum_of in zip(combinations_with_replacement(range(len(places)), 2), tally.products, strict=True):
            value = sum_of / square - totals[a] * expected[b] - totals[b] * expected[a]
            value += tally.boards * expected[a] * expected[b]
            cells[places[a]][places[b]] += value
            if a != b:
                cells[places[b]][places[a]] += value
    return cells
