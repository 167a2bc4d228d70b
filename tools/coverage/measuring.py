"""Count how often the intervals of a cell cover the truth: of ratings, scores, differences, points less luck."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import inf, sqrt
from typing import Final

import numpy as np

from arena.league.findings.luck import less_luck
from arena.league.ratings.bradley_terry import fit_tables
from arena.league.ratings.interval import t_end
from arena.league.ratings.standings import crosstable, standings
from arena.league.ratings.strengths import ELO, Strengths
from arena.league.ratings.tally import LineUpTally
from tools.coverage.cells import Cell
from tools.coverage.seasons import Floats, boards_of, chances, season, season_points, strengths

LEAST: Final = 0.93
Z99: Final = 2.326  # for the upper 99% limit
MAX_GAP: Final = 1000  # board Elo from which on differences are not measured: one bot wins nearly all games
FULL: Final = "round robin"  # kind of strengths against those of a full round robin, which need not hold
RARELY: Final = 0.1  # share of seasons: a player with intervals in fewer seasons is left out

Counts = dict[str, Counter[str]]  # for each kind, how often "NAME" had an interval, and "NAME in" one with the truth


@dataclass(frozen=True)
class Coverage:
    """The share of intervals of one kind that cover the truth: the mean, and the worst with its 99% limit."""

    mean: float
    worst: float
    limit: float

    @property
    def holds(self) -> bool:
        """Whether the worst may well cover 93%."""
        return self.limit >= LEAST


def measure(cell: Cell, seeds: Iterable[int]) -> Counts:
    """Count over seasons of those seeds."""
    counts: Counts = defaultdict(Counter)
    truth, even = chances(cell), _truth(cell)
    for seed in seeds:
        tallies = season(cell, seed)
        has_pairs = cell.field == "pairs"
        met = _fit_exactly(truth, ((each.players, each.boards) for each in tallies)) if has_pairs else even
        for kind, name, is_inside in (
            *_strengths(tallies, met, cell.gap < MAX_GAP),
            *((FULL, *each[1:]) for each in _strengths(tallies, even, False) if has_pairs),
            *_scores(tallies, truth),
            *_less_luck(cell, seed),
        ):
            counts[kind][name] += 1
            counts[kind][f"{name} in"] += is_inside
    return counts


def measure_coverage(counts: Counter[str], trials: int) -> Coverage | None:
    """Return the shares from the counts of one kind; None without intervals."""
    names = [name for name, count in counts.items() if not name.endswith(" in") and count >= RARELY * trials]
    shares = [(counts[f"{name} in"] / counts[name], counts[name]) for name in names]
    if not shares:
        return None
    worst, often = min(shares)
    total = sum(counts[name] for name in names)
    mean = sum(counts[f"{name} in"] for name in names) / total
    return Coverage(mean, worst, worst + Z99 * sqrt(worst * (1 - worst) / often))


def _truth(cell: Cell) -> Floats:
    """Return the true strengths; where pairs do not follow them exactly, the fit of the schedule without luck."""
    if cell.field not in ("circle", "pairs") and not cell.shock and not cell.lost:
        return strengths(cell)
    return _fit_exactly(chances(cell), ((line_up, 1) for _, line_up in boards_of(cell)))


def _fit_exactly(chances: Floats, line_ups: Iterable[tuple[Sequence[int], int]]) -> Floats:
    """Return the strengths fitted without luck to pairs that met as often as in *line_ups*, given their boards."""
    often, met = 10**6, Counter[tuple[int, int]]()
    for line_up, boards in line_ups:
        met.update(dict.fromkeys(combinations(sorted(line_up), 2), boards))
    tallies = []
    for (i, j), boards in sorted(met.items()):
        halves = round(4 * often * boards * chances[i, j])
        tallies.append(LineUpTally((i, j), often * boards, [halves], [halves**2 // (often * boards)], [0, 0, 0]))
    (fit,) = fit_tables(tallies)
    return np.array(fit.strengths)


def _strengths(tallies: list[LineUpTally], truth: Floats, compares: bool) -> Iterator[tuple[str, str, bool]]:
    for fit in fit_tables(tallies):
        many = [player for player, boards in zip(fit.players, fit.boards, strict=True) if boards >= 10]
        middle = np.mean(truth[many]) if many else 0.0
        table = Strengths(fit)
        if compares:
            yield from _differences(table, truth)
        for line in table.table():
            if line.low is not None or line.high is not None:
                low, high = (-inf if line.low is None else line.low), (inf if line.high is None else line.high)
                there = low <= 1500 + ELO * (truth[line.player] - middle) <= high
                yield "strengths", str(line.player), bool(there)


def _differences(table: Strengths, truth: Floats) -> Iterator[tuple[str, str, bool]]:
    elo = dict(zip(table.players, table.elo, strict=True))
    for one, other in combinations(table.players, 2):
        if table.is_known(one, other):
            lead, error, degrees = table.difference(one, other)
            (low, high), reach = sorted((lead, elo[one] - elo[other])), t_end(degrees) * error
            wanted = ELO * float(truth[one] - truth[other])
            yield "differences", f"{one}-{other}", low - reach <= wanted <= high + reach
            yield "order", f"{one}-{other}", abs(lead) <= reach or lead * wanted > 0  # or falsely separated


def _less_luck(cell: Cell, seed: int) -> Iterator[tuple[str, str, bool]]:
    sums, pars, truth = season_points(cell, seed) if cell.field == "points" else ([], [], ())
    for line in less_luck(sums, pars, games=1):
        reach = t_end(line.boards - 1) * line.less_luck_error
        yield "less luck", str(line.player), bool(abs(line.less_luck - truth[line.player]) <= reach)


def _scores(tallies: list[LineUpTally], truth: Floats) -> Iterator[tuple[str, str, bool]]:
    wanted: dict[int, list[float]] = defaultdict(lambda: [0.0, 0.0])
    for tally in tallies:
        for player in tally.players:
            others = [other for other in tally.players if other != player]
            wanted[player][0] += tally.boards * float(np.mean(truth[player, others]))
            wanted[player][1] += tally.boards
    for line in standings(tallies):
        if line.interval is not None:
            score, boards = wanted[line.player]
            yield "standings", str(line.player), bool(line.interval[0] <= score / boards <= line.interval[1])
    for met in crosstable(tallies):
        if met.interval is not None:
            inside = met.interval[0] <= truth[met.player, met.opponent] <= met.interval[1]
            yield "head to head", f"{met.player}-{met.opponent}", bool(inside)
