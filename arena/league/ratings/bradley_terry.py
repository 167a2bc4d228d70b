"""Fit the Bradley-Terry strengths of an official table by maximum quasi-likelihood on board scores.

R. A. Bradley, M. E. Terry, "Rank analysis of incomplete block designs", Biometrika 39 (1952). On average a player of
strength a scores 1 / (1 + exp(b - a)) against one of strength b. A pair's board score is a mean over rotations, in [0,
1], and the pairs of a board depend on each other. So strengths are fitted as if scores were binomial, and their errors
come from the actual scatter of blocks. V = H^-1 M H^-1, with H the information and M the sum over blocks of the outer
product of their gradients (R. W. M. Wedderburn, Biometrika 61 (1974); K.-Y. Liang, S. L. Zeger, Biometrika 73 (1986)).
docs/explanation/rating-formulas.md has all formulas.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations_with_replacement

from arena.league.numeric.linear_algebra import Matrix, factorize, invert, multiply, solve
from arena.league.ratings.boards import fields_of
from arena.league.ratings.closeness import Drawn, Pair, boards_by_closeness
from arena.league.ratings.elo import expected_score
from arena.league.ratings.interval import FEW_BLOCKS
from arena.league.ratings.linked import Linked, split_by_links
from arena.league.ratings.own_ends import Ends, own_ends
from arena.league.ratings.tally import Clusters, LineUpTally

STEPS = 100
STILL = 1e-10  # the fit ends when no strength moves more
LONGEST_STEP = 2.0
DRAWN = 0.5  # virtual drawn boards for each fitted strength
TIMES = 3  # rounds of measuring closeness, each at the strengths of the previous round
MAX_LEVERAGE = 0.9
WHOLE = 4  # boards with the largest possible scatter, added to those that were played


@dataclass(frozen=True)
class Fit:
    """Strengths of a table's players, adding up to 0, with data.

    A *place* is an index into *players*, ids ascending. All lists and matrices are by place, and matrices have their
    lower triangle only.

    Attributes:
        boards, blocks: the numbers of each player.
        strengths: natural logarithms, as in the formula above.
        undone: how far each was moved to undo the effect of drawing boards by results.
        spreads: V, the covariance of the strengths from the scatter of blocks; only differences have an origin. If the
            table has few blocks, also V from the scatter of boards: the larger variance counts.
        model: the covariance if all boards scattered alike. It is `dispersion` times H^-1.
        dispersion: the mean scatter of boards, 1 for boards that are won or lost whole.
        ends: the 95% interval of each strength if all others' were certain (`own_ends.py`).
        meetings: pairs of places, their boards, the first one's score in them, and the sum of its squares.
        links: boards that are not in the table, by the index of the table whose players they link to these.
    """

    players: list[int]
    boards: list[int]
    blocks: list[int]
    strengths: list[float]
    undone: list[float]
    spreads: list[Matrix]
    model: Matrix
    dispersion: float
    ends: list[Ends]
    meetings: list["Meeting"]
    links: list[tuple[int, int]]


Meeting = tuple[int, int, int, float, float]


def fit_tables(tallies: Iterable[LineUpTally]) -> list[Fit]:
    """Fit each table of linked boards of one variant, largest first."""
    return [fit(table) for table in split_by_links(tallies)]


def fit(table: Linked) -> Fit:
    """Fit the strengths of all players of a table.

    Half a virtual drawn board for each strength keeps a clean sweep finite; pairs share it by their leverage. Pairs
    that were drawn to meet by results have more (`closeness.py`). These undo the effect of the drawing and carry no
    information, so errors leave them out. Some hundred players take seconds of CPU.
    """
    places = {player: place for place, player in enumerate(table.players)}
    seated = [([places[player] for player in tally.players], tally) for tally in table.tallies]
    boards, blocks = [0] * len(places), [0] * len(places)
    for line_up, tally in seated:
        for place in line_up:
            boards[place] += tally.boards
            blocks[place] += tally.blocks
    meetings = _sum_meetings(seated)
    leverages = _leverages(len(places), meetings)
    shared = _with_draws(meetings, leverages, {})
    strengths = _maximize(shared, [0.0] * len(places))
    drawn_pairs = _list_drawn(seated)
    blindly = strengths
    for _ in range(TIMES if drawn_pairs else 0):
        close = boards_by_closeness(drawn_pairs, strengths)
        strengths = _maximize(_with_draws(meetings, leverages, close), strengths)
    bread = invert(factorize(_information(len(places), _weights(shared, strengths))))
    by_block = _scatter(seated, strengths, bread, [tally.by_block for _, tally in seated])
    by_board = _scatter(seated, strengths, bread, [tally.by_board for _, tally in seated])
    is_few = sum(tally.blocks for _, tally in seated) < FEW_BLOCKS * (len(places) - 1)
    scatters = [by_block, by_board] if is_few else [by_block]
    spreads = [_lower_triangle(multiply(multiply(bread, scatter), bread)) for scatter in scatters]
    share = _dispersion(meetings, strengths)
    model = _lower_triangle([[share * cell for cell in row] for row in bread])
    ends = []
    for place, met in enumerate(opponents(len(places), meetings)):
        against = [(count, score, strengths[other]) for other, count, score in met]
        ends.append(own_ends(boards[place], blocks[place], against, (by_block[place][place], by_board[place][place])))
    undone = [after - before for after, before in zip(strengths, blindly, strict=True)]
    return Fit(table.players, boards, blocks, strengths, undone, spreads, model, share, ends, meetings, table.links)


def opponents(size: int, meetings: Iterable["Meeting"]) -> list[list[tuple[int, int, float]]]:
    """Return by place the opponents it met: their places, boards, and the place's score against them."""
    rows: list[list[tuple[int, int, float]]] = [[] for _ in range(size)]
    for i, j, boards, score, _ in meetings:
        rows[i].append((j, boards, score))
        rows[j].append((i, boards, boards - score))
    return rows


_Seated = Sequence[tuple[list[int], LineUpTally]]
_Pairs = Sequence[tuple[int, int, float, float]]  # places, boards, the first one's score


def _sum_meetings(seated: _Seated) -> list[Meeting]:
    met: dict[tuple[int, int], tuple[int, float, float]] = {}
    for places, tally in seated:
        for (i, j), halves, squares in zip(tally.pairs, tally.halves, tally.squares, strict=True):
            pair = places[i], places[j]
            boards, score, square = met.get(pair, (0, 0.0, 0.0))
            met[pair] = boards + tally.boards, score + halves / tally.most, square + squares / tally.most**2
    return [(*pair, *met[pair]) for pair in sorted(met)]


def _list_drawn(seated: _Seated) -> list[Drawn]:
    return [
        (tally.by_results, (places[i], places[j]), tally.boards)
        for places, tally in seated
        if tally.by_results
        for i, j in tally.pairs
    ]


def _leverages(size: int, meetings: Sequence[Meeting]) -> list[float]:
    """Return the leverage of one board of each of *meetings*, if all strengths are equal.

    G_ii + G_jj - 2 G_ij, with G the inverse of the information of boards that weigh 1. Over all boards it adds up to
    the number of fitted strengths. Over the boards of a pair that alone links two groups it adds up to 1.
    """
    bread = invert(factorize(_information(size, [(i, j, boards) for i, j, boards, _, _ in meetings])))
    return [_difference_variance(bread, i, j) for i, j, *_ in meetings]


def _with_draws(meetings: Sequence[Meeting], leverages: Sequence[float], close: Mapping[Pair, float]) -> _Pairs:
    """Return the meetings with virtual draws added.

    A pair's draws are half its leverage, plus 4 times its boards by closeness, but at most half its boards.
    """
    pairs = []
    for (i, j, boards, score, _), leverage in zip(meetings, leverages, strict=True):
        draws = DRAWN * min(boards, (boards + 4 * close.get((i, j), 0.0)) * leverage)
        pairs.append((i, j, boards + draws, score + draws / 2))
    return pairs


def _information(size: int, weights: Iterable[tuple[int, int, float]]) -> Matrix:
    """Return the sum of weight (e_i - e_j)(e_i - e_j)' over pairs, plus 1 / size, so that strengths add up to 0."""
    information = [[1 / size] * size for _ in range(size)]
    for i, j, weight in weights:
        information[i][i] += weight
        information[j][j] += weight
        information[i][j] -= weight
        information[j][i] -= weight
    return information


def _difference_variance(covariance: Matrix, i: int, j: int) -> float:
    return covariance[i][i] + covariance[j][j] - 2 * covariance[i][j]


def _maximize(pairs: _Pairs, start: Sequence[float]) -> list[float]:
    """Fit the strengths by Newton's method, from those of *start*."""
    strengths = list(start)
    for _ in range(STEPS):
        gradient = [0.0] * len(strengths)
        for i, j, boards, score in pairs:
            surplus = score - boards * expected_score(strengths[i] - strengths[j])
            gradient[i] += surplus
            gradient[j] -= surplus
        step = solve(factorize(_information(len(strengths), _weights(pairs, strengths))), gradient)
        longest = max(map(abs, step), default=0.0)
        if longest < STILL:
            break
        short = min(1.0, LONGEST_STEP / longest)
        strengths = [each + short * move for each, move in zip(strengths, step, strict=True)]
    return strengths


def _weights(pairs: _Pairs, strengths: Sequence[float]) -> Iterator[tuple[int, int, float]]:
    for i, j, boards, _ in pairs:
        p = expected_score(strengths[i] - strengths[j])
        yield i, j, boards * p * (1 - p)


def _dispersion(meetings: Sequence[Meeting], strengths: Sequence[float]) -> float:
    """Return the scatter of boards around expectation; 1 for boards that are won or lost whole."""
    scatter = binomial = WHOLE / 4
    for i, j, boards, score, squares in meetings:
        p = expected_score(strengths[i] - strengths[j])
        scatter += squares - 2 * p * score + boards * p * p
        binomial += boards * p * (1 - p)
    return min(1.0, scatter / binomial)


def _scatter(seated: _Seated, strengths: Sequence[float], bread: Matrix, clusters: Iterable[Clusters]) -> Matrix:
    """Return M: the products of players' surpluses (scored less expected), summed over all *clusters*.

    The products of a cluster are divided by 1 - h, with h its leverage. A cluster scatters less around strengths that
    were fitted to it (CR2 of R. M. Bell, D. F. McCaffrey, Survey Methodology 28 (2002), with the mean leverage for all
    of it).
    """
    scatter = [[0.0] * len(strengths) for _ in strengths]
    for (places, tally), sums in zip(seated, clusters, strict=True):
        leverage = _leverage(places, tally, strengths, bread) * sums.boards / tally.boards
        factor = 1 / (1 - min(MAX_LEVERAGE, leverage))
        for a, b, value in _surpluses(sums, tally.most, _expected(places, tally, strengths)):
            scatter[places[a]][places[b]] += factor * value
            if a != b:
                scatter[places[b]][places[a]] += factor * value
    return scatter


def _surpluses(sums: Clusters, most: int, expected: Sequence[float]) -> Iterator[tuple[int, int, float]]:
    """Yield products of surpluses, summed over clusters, of each pair and each player with itself."""
    totals = [total / most for total in sums.totals]
    for (a, b), products in zip(combinations_with_replacement(range(len(expected)), 2), sums.products, strict=True):
        value = products / most**2 - totals[a] * expected[b] - totals[b] * expected[a]
        yield a, b, value + sums.boards * expected[a] * expected[b]


def _leverage(places: Sequence[int], tally: LineUpTally, strengths: Sequence[float], bread: Matrix) -> float:
    """Return the leverage of one board: the trace of its information times H^-1, for each strength it informs."""
    information = 0.0
    for i, j in tally.pairs:
        one, other = places[i], places[j]
        p = expected_score(strengths[one] - strengths[other])
        information += p * (1 - p) * _difference_variance(bread, one, other)
    return information / (len(places) - len(tally.fields))


def _expected(places: Sequence[int], tally: LineUpTally, strengths: Sequence[float]) -> list[float]:
    """Return the expected total of each player on one board."""
    parts = [places[part] for part in fields_of(len(places), tally.tables_per_board)]
    return [sum(expected_score(strengths[i] - strengths[j]) for j in part if j != i) for part in parts for i in part]


def _lower_triangle(matrix: Matrix) -> Matrix:
    return [row[: place + 1] for place, row in enumerate(matrix)]
