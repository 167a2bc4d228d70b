"""Compute official tables by docs/explanation/rating-formulas.md alone; nothing of the arena is imported."""

from collections.abc import Sequence
from itertools import combinations, combinations_with_replacement
from math import hypot, log, sqrt
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from tests.recomputed.intervals import limited, log_evidence, mean_interval, t_cdf, t_quantile
from tests.recomputed.line_ups import groups, most, pairs

Floats = npt.NDArray[np.float64]
Receipt = Sequence[Any]  # line-ups of one pool and format (line_ups.py)

Ends = tuple[float | None, float | None]

ELO = 400 / log(10)


class Line(NamedTuple):
    elo: float
    error: float | None
    low: float | None
    high: float | None
    superiority: list[float]
    evidence: dict[str, float]  # for the difference to each other one; the logarithm
    blocks: int


class Fit(NamedTuple):
    """A fit with the letters of the page; matrices are of bots by bots, *by_block* and *by_board* as M."""

    bots: list[str]
    boards: Floats  # of each bot
    blocks: list[int]  # of each bot
    n: Floats
    score: Floats
    squares: Floats
    s: Floats
    moved: Floats  # of s, by virtual boards for closeness
    e: Floats
    q: Floats
    g: Floats
    d: float
    by_block: Floats
    by_board: Floats
    is_few: bool  # fewer than 12 blocks for each strength that is fitted


class Part(NamedTuple):
    """Bots of 10 boards and more that are linked; *rows*: also those in which bots of fewer sat."""

    bots: set[str]
    rows: Receipt


def tables(rows: Receipt) -> list[dict[str, Line]]:
    return [table(part) for part in parts(rows)]


def parts(rows: Receipt) -> list[Part]:
    """Return the groups of bots that can be compared, the largest first."""
    many = {bot for bot, boards in played(rows).items() if boards >= 10}
    groups_found = _parts(many, rows) + _of_few([set(group) for row in rows for group in groups(row)], many)
    own = [
        Part(bots & many, [row for row in rows if all((many & {*each} or {*each}) <= bots for each in groups(row))])
        for bots in groups_found
    ]
    return sorted(own, key=lambda part: -len(played(part.rows)))


def _of_few(met: list[set[str]], many: set[str]) -> list[set[str]]:
    left, groups = [each for each in met if not each & many], []
    while left:
        part, left = left[0], left[1:]
        while touched := [each for each in left if each & part]:
            part, left = part.union(*touched), [each for each in left if not each & part]
        groups.append(part)
    return groups


def played(rows: Receipt) -> dict[str, int]:
    return count(rows, "boards")


def count(rows: Receipt, name: str) -> dict[str, int]:
    bots = {bot for row in rows for bot in row.bots}
    return {bot: sum(getattr(row, name) for row in rows if bot in row.bots) for bot in bots}


def _parts(bots: set[str], rows: Receipt) -> list[set[str]]:
    """Try all splits: fewer than 10 boards between two sides."""
    met = [(bots.intersection(group), row.boards) for row in rows for group in groups(row)]
    for size in range(1, len(bots) // 2 + 1):
        for side in map(set, combinations(sorted(bots), size)):
            if sum(boards for group, boards in met if group & side and group - side) < 10:
                within = [[row for row in rows if bots.intersection(row.bots) <= half] for half in (side, bots - side)]
                return _parts(side, within[0]) + _parts(bots - side, within[1])
    return [bots] if bots else []


def table(part: Part, middle: set[str] | None = None) -> dict[str, Line]:
    """Return the lines by bot; the mean of *middle*, or of the part's bots, is put at 1500. One bot is an anchor."""
    fit = fitted(part.rows)
    bots, k, s, boards = fit.bots, len(fit.bots), fit.s, fit.boards
    inside = np.array([bot in (middle or part.bots or bots) for bot in bots], dtype=np.float64)
    share = inside / inside.sum()  # of each strength in the mean
    about = np.eye(k) - share
    scatters = [fit.by_block, fit.by_board] if fit.is_few else [fit.by_block]
    spreads = [about @ each @ about.T for each in (*(fit.g @ m @ fit.g for m in scatters), fit.d * fit.g)]
    error = np.sqrt(np.max([np.diag(each) for each in spreads], 0))
    differences = np.sqrt(np.max([_of_differences(each) for each in spreads], 0))
    known = [own >= 10 and blocks >= 3 for own, blocks in zip(boards, fit.blocks, strict=True)]
    ends = [_own_ends(i, fit) if known[i] else (None, None) for i in range(k)]
    has_no_ends = len(middle or ()) == 1 and None in ends[int(inside.argmax())]
    t = [t_quantile(max(3, blocks) - 1) for blocks in fit.blocks]
    moved = fit.moved - fit.moved @ share
    leads = _set_back(s[:, None] - s, fit.moved[:, None] - fit.moved)
    prior = _prior(leads, differences, [i for i in range(k) if known[i]])
    reach = [[None if has_no_ends else _end(i, side, ends, fit, t, error, share) for side in (0, 1)] for i in range(k)]
    below = [None if low is None else low + max(0.0, -moved[i]) for i, (low, _) in enumerate(reach)]
    above = [None if high is None else high + max(0.0, moved[i]) for i, (_, high) in enumerate(reach)]

    def evidence(i: int, j: int) -> float:
        blocks = min(fit.blocks[i], fit.blocks[j])
        by_error = log_evidence(leads[i, j] / differences[i, j], blocks)
        better, worse = (i, j) if s[i] >= s[j] else (j, i)
        low, high = below[better], above[worse]
        is_swept = any((below[each] is None) != (above[each] is None) for each in (i, j))
        if not is_swept or low is None or high is None or s[i] == s[j]:
            return by_error
        return max(by_error, log_evidence(t_quantile(blocks - 1) * (s[better] - s[worse]) / (low + high), blocks))

    lines = {}
    for i, bot in enumerate(bots):
        elo, low, high = 1500 + ELO * (s[i] - s @ share), below[i], above[i]
        certain = boards[i] > 1 if not known[i] else (low is None) == (high is None)
        others = {j: bots[j] for j in range(k) if known[i] and known[j] and differences[i, j]}
        lines[bot] = Line(
            elo,
            ELO * error[i] if certain else None,
            None if low is None else elo - ELO * low,
            None if high is None else elo + ELO * high,
            [
                limited(_stronger(leads[i, j], differences[i, j], prior, fit, i, j), evidence(i, j))
                if j in others
                else -1.0
                for j in range(k)
            ],
            {other: evidence(i, j) for j, other in others.items()},
            fit.blocks[i],
        )
    return lines


def fitted(rows: Receipt) -> Fit:
    bots = sorted({bot for row in rows for bot in row.bots})
    place = {bot: index for index, bot in enumerate(bots)}
    n, score, squares = _met(rows, place)
    leverage = _of_differences(_inverse(n))
    virtual = n * leverage / 2
    s = as_drawn = _strengths(n + virtual, score + virtual / 2)
    for _ in range(3 if any(row.by_results for row in rows) else 0):
        more = np.minimum(n, (n + 4 * _by_closeness(rows, place, s)) * leverage) / 2
        s = _strengths(n + more, score + more / 2)
    e = _expected(s)
    q = e * (1 - e)
    g = _inverse((n + virtual) * q)
    above = np.triu(n, 1) > 0
    total = (squares - 2 * e * score + n * e * e)[above].sum()
    d = min(1.0, (1 + total) / (1 + (n * q)[above].sum()))
    counted = played(rows)
    boards = np.array([counted[bot] for bot in bots], dtype=np.float64)
    blocks = [count(rows, "blocks")[bot] for bot in bots]
    is_few = sum(row.blocks for row in rows) < 12 * (len(bots) - 1)
    by_block, by_board = (
        _scatter(rows, [getattr(row, by) for row in rows], place, e, q, g) for by in ("by_block", "by_board")
    )
    return Fit(bots, boards, blocks, n, score, squares, s, s - as_drawn, e, q, g, d, by_block, by_board, is_few)


def _met(rows: Receipt, place: dict[str, int]) -> tuple[Floats, Floats, Floats]:
    """Return boards of each pair, scores of the first against the second, and their squares."""
    n, score, squares = (np.zeros((len(place), len(place))) for _ in range(3))
    for row in rows:
        own = [(place[one], place[other]) for one, other in pairs(row)]
        for (i, j), halves, square in zip(own, row.halves, row.squares, strict=True):
            n[[i, j], [j, i]] += row.boards
            score[i, j] += halves / most(row)
            score[j, i] += row.boards - halves / most(row)
            squares[i, j] += square / most(row) ** 2
            squares[j, i] += row.boards - 2 * halves / most(row) + square / most(row) ** 2
    return n, score, squares


def _prior(leads: Floats, differences: Floats, known: list[int]) -> float:
    """Return A, the variance of true differences."""
    pairs = [(i, j) for i, j in combinations(known, 2) if differences[i, j]]
    surplus = sum(leads[pair] ** 2 / differences[pair] ** 2 - 1 for pair in pairs)
    by_chance = len(pairs) * sqrt(2 / max(1, len(known) - 1))
    return max(surplus, by_chance) / sum(differences[pair] ** -2 for pair in pairs) if pairs else 0.0


def _stronger(lead: float, error: float, prior: float, fit: Fit, i: int, j: int) -> float:
    """Return how likely bot i is stronger than bot j."""
    return t_cdf(lead / error * sqrt(prior / (prior + error**2)), min(fit.blocks[i], fit.blocks[j]) - 1)


def _set_back(leads: Floats, moved: Floats) -> Floats:
    """Return the leads, each less the amount by which closeness made it smaller, at least 0."""
    sides = np.sign(leads)
    return np.asarray(sides * np.maximum(0, abs(leads) - np.maximum(0, -sides * moved)))


def _by_closeness(rows: Receipt, place: dict[str, int], s: Floats) -> Floats:
    """Return the boards of each pair that tournaments drew by results, times the tournament's closeness."""
    matrix = np.zeros((len(s), len(s)))
    apart = (s[:, None] - s) ** 2
    for tournament in {row.tournament for row in rows if row.by_results}:
        r = np.zeros_like(matrix)
        for row in rows:
            if row.tournament == tournament:
                for i, j in [(place[one], place[other]) for one, other in pairs(row)]:
                    r[[i, j], [j, i]] += row.boards
        any_two = np.outer(r.sum(1), r.sum(1)) * (1 - np.eye(len(s)))
        matrix += r * max(0.0, r.sum() / (r * apart).sum() - any_two.sum() / (any_two * apart).sum())
    return matrix


def _end(
    i: int, side: int, ends: Sequence[Ends], fit: Fit, t: list[float], error: Floats, share: Floats
) -> float | None:
    k, own, s, n = np.count_nonzero(share), ends[i][side], fit.s, fit.n
    if own is None:
        return None
    a = (1 - share[i]) * abs(s[i] - own)
    b = t[i] * sqrt(max(0.0, error[i] ** 2 - (1 - share[i]) ** 2 * fit.d / (n * fit.q)[i].sum()))
    squares = 0.0
    for j in range(len(s)):
        if j != i and share[j]:
            other = ends[j][1 - side]
            far = t[j] * error[j] if other is None else abs(other - s[j])
            squares += (1 - n[i, j] / n[j].sum()) * far**2
    return hypot(a, max(b, sqrt(squares) / k))


def _own_ends(i: int, fit: Fit) -> Ends:
    n, s, compared = fit.n, fit.s, fit.n[i].sum()
    mean, boards, blocks = fit.score[i].sum() / compared, fit.boards[i], fit.blocks[i]
    variance = max(0.0, fit.by_block[i, i]) * blocks / (blocks - 1)
    if blocks < 12:
        variance = max(variance, fit.by_board[i, i] * boards / (boards - 1))
    low, high = mean_interval(mean, sqrt(variance) / compared, boards, blocks)

    def at(wanted: float) -> float:
        below, above = -80.0, 80.0
        for _ in range(200):
            middle = (below + above) / 2
            short = (n[i] / (1 + np.exp(s - middle))).sum() < wanted * compared
            below, above = (middle, above) if short else (below, middle)
        return (below + above) / 2

    return (at(low) if low else None), (at(high) if high < 1 else None)


def _strengths(n: Floats, score: Floats) -> Floats:
    s = np.zeros(len(n))
    for _ in range(200):
        e = _expected(s)
        weights = n * e * (1 - e)
        step = _inverse(weights) @ (score - n * e).sum(1)
        s = s + step * min(1, 1 / max(1e-300, abs(step).max()))
    return s


def _expected(s: Floats) -> Floats:
    chances: Floats = 1 / (1 + np.exp(s[None] - s[:, None]))
    return chances


def _inverse(weights: Floats) -> Floats:
    """Invert the information of pairs, on strengths that add up to 0."""
    return np.asarray(np.linalg.pinv(np.diag(weights.sum(1)) - weights), dtype=np.float64)


def _of_differences(covariance: Floats) -> Floats:
    diagonal = np.diag(covariance)
    variances: Floats = diagonal[:, None] + diagonal - 2 * covariance
    return variances


def _scatter(rows: Receipt, clusters: Receipt, place: dict[str, int], e: Floats, q: Floats, g: Floats) -> Floats:
    """Return the products of the surpluses of clusters, each over 1 - h."""
    matrix = np.zeros_like(e)
    differences = _of_differences(g)
    for row, sums in zip(rows, clusters, strict=True):
        at = [place[bot] for bot in row.bots]
        where, size = {bot: index for index, bot in enumerate(row.bots)}, len(at)
        wanted, h = np.zeros(size), 0.0
        for one, other in pairs(row):
            a, b, i, j = where[one], where[other], place[one], place[other]
            wanted[[a, b]] += e[i, j], e[j, i]
            h += (q * differences)[i, j] / (size - len(groups(row))) * sums.boards / row.boards
        totals = np.array(sums.totals) / most(row)
        for (a, b), product in zip(combinations_with_replacement(range(size), 2), sums.products, strict=True):
            value = product / most(row) ** 2 - totals[a] * wanted[b] - totals[b] * wanted[a]
            value = (value + sums.boards * wanted[a] * wanted[b]) / (1 - min(0.9, h))
            matrix[at[a], at[b]] += value
            if a != b:
                matrix[at[b], at[a]] += value
    return matrix
