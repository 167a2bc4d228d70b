"""Simulate a season of one cell, scheduled as the arena does.

A game ranks performances: strength plus a Gumbel variable, so that pairs follow Bradley and Terry at any table
(J. Yellott, Journal of Mathematical Psychology 15, 1977). Rotations that repeat their board's first make the games of
a board dependent. In a circle each rotation of two is drawn by the pair's own probability.
"""

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations

import numpy as np
import numpy.typing as npt

from arena.league.designs.lineups import Table
from arena.league.entrants import Entrant
from arena.league.ratings.boards import BoardScore
from arena.league.ratings.strengths import ELO
from arena.league.ratings.tally import LineUpTally, line_up_of
from arena.league.schedules.gauntlet import Gauntlet
from arena.league.schedules.ladder import Terms
from arena.league.schedules.rounds import ladder_schedule, swiss_schedule
from arena.league.schedules.schedule import RoundRobin
from tools.coverage.cells import Cell

Floats = npt.NDArray[np.float64]
LineUps = Sequence[tuple[int, ...]]


def chances(cell: Cell) -> Floats:
    """Return the mean score of each bot against each other."""
    strength = strengths(cell)
    means: Floats = 1 / (1 + np.exp(strength[None] - strength[:, None]))
    if cell.field == "circle":
        means = np.full((cell.bots, cell.bots), 0.5)
        for bot in range(cell.bots):
            behind = (bot + 1) % cell.bots
            means[bot, behind] = 1 / (1 + np.exp(-cell.gap / ELO))
            means[behind, bot] = 1 - means[bot, behind]
    return means


def strengths(cell: Cell) -> Floats:
    """Return the strength of each bot; all are 0 in a circle."""
    if cell.field == "circle":
        return np.zeros(cell.bots)
    if cell.field == "top":
        return np.array([0.0] * (cell.bots - 1) + [cell.gap]) / ELO
    return np.linspace(0, cell.gap, cell.bots) / ELO


def season(cell: Cell, seed: int) -> list[LineUpTally]:
    """Return the tallies of one season."""
    rng = np.random.default_rng(seed)
    if cell.schedule in ("swiss", "ladder"):
        return _round_by_round(cell, rng)
    return _tally(_play_boards(cell, line_ups(cell), rng))


@lru_cache(maxsize=1)
def line_ups(cell: Cell) -> LineUps:
    """Return all boards of a schedule that does not depend on results."""
    entrants, table = _entrants(cell.bots), [Table("v", cell.seats)]
    if cell.schedule == "gauntlet":
        return [board.line_up for board in Gauntlet(entrants, 1, table, cell.boards, "s")]
    if cell.schedule == "two groups":
        half = cell.bots // 2
        groups = [RoundRobin(part, table, cell.boards, "s") for part in (entrants[:half], entrants[half:])]
        return [board.line_up for group in groups for board in group] + [(half - 1, half)] * 10
    return [board.line_up for board in RoundRobin(entrants, table, cell.boards, "s")]


def _round_by_round(cell: Cell, rng: np.random.Generator) -> list[LineUpTally]:
    entrants, table, everybody = _entrants(cell.bots), [Table("v", cell.seats)], list(range(cell.bots))
    rounds: list[list[BoardScore]] = []
    had: Counter[tuple[int, frozenset[int]]] = Counter()
    waited = Counter(dict.fromkeys(everybody, 0))
    for number in range(cell.rounds):
        if cell.schedule == "swiss":
            drawn = swiss_schedule(entrants, everybody, table, cell.boards, "s", False, [rounds], had)
        else:
            terms = Terms(cell.boards, 0, cell.boards, 3)
            played = [_tally([board for each in rounds for board in each])]
            drawn = ladder_schedule(entrants, [everybody], table, terms, str(number), False, played, [waited], had)
        boards = [board.line_up for board in drawn]
        had.update((0, frozenset(line_up)) for line_up in boards)
        seated = {player for line_up in boards for player in line_up}
        waited = Counter({player: 0 if player in seated else waited[player] + 1 for player in everybody})
        rounds.append(_play_boards(cell, boards, rng))
    return _tally([board for each in rounds for board in each], by_results=1)


def _entrants(bots: int) -> list[Entrant]:
    return [Entrant(place, place) for place in range(bots)]


def _play_boards(cell: Cell, boards: LineUps, rng: np.random.Generator) -> list[BoardScore]:
    seats = cell.seats
    players = np.array([sorted(board) for board in boards])
    again = rng.random((len(players), seats, 1)) < cell.repeats
    pairs = list(combinations(range(seats), 2))
    if cell.field == "circle":
        luck = rng.random((len(players), seats))
        won = np.where(again[..., 0], luck[:, :1], luck) < chances(cell)[players[:, 0], players[:, 1]][:, None]
        halves = 2 * won.sum(1, keepdims=True)
    else:
        luck = rng.gumbel(size=(len(players), seats, seats))
        performance = strengths(cell)[players][:, None] + np.where(again, luck[:, :1], luck)
        halves = np.stack([2 * (performance[:, :, i] > performance[:, :, j]).sum(1) for i, j in pairs], 1)
    none = (0,) * seats
    return [
        BoardScore(number, "v", tuple(line_up), tuple(board_halves), none, none)
        for number, (line_up, board_halves) in enumerate(zip(players.tolist(), halves.tolist(), strict=True))
    ]


def _tally(boards: Sequence[BoardScore], by_results: int = 0) -> list[LineUpTally]:
    tallies: dict[tuple[int, ...], LineUpTally] = {}
    for board in boards:
        players = line_up_of(board)
        if players not in tallies:
            tallies[players] = LineUpTally(players, by_results=by_results)
        tallies[players].add(board)
    return [tallies[players] for players in sorted(tallies)]
