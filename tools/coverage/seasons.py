"""Simulate a season of one cell, scheduled as the arena does.

A game ranks performances: strength plus a Gumbel variable, so that pairs follow Bradley and Terry at any table
(J. Yellott, Journal of Mathematical Psychology 15, 1977). Rotations that repeat their board's first make the games of
a board dependent. In a circle, and with effects of pairs, each rotation is drawn by the pair's own probability.
"""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import combinations, product

import numpy as np
import numpy.typing as npt

from arena.league.designs.lineups import Table
from arena.league.entrants import Entrant
from arena.league.findings.luck import HALVES, DealBaseline, Sums
from arena.league.ratings.boards import BoardScore
from arena.league.ratings.strengths import ELO
from arena.league.ratings.tally import BlockTally, LineUpTally, line_up_of
from arena.league.schedules.gauntlet import Gauntlet
from arena.league.schedules.ladder import Terms
from arena.league.schedules.rounds import ladder_schedule, swiss_schedule
from arena.league.schedules.schedule import RoundRobin, ScheduledBoard
from tools.coverage.cells import Cell

Floats = npt.NDArray[np.float64]
Board = tuple[int, tuple[int, ...]]  # its block and its line-up
Scored = tuple[int, BoardScore]  # a block and a board
PAIR_EFFECTS = 80  # their standard deviation, in board Elo
LOST = 1e6  # strength that a bot lacks in a block that it loses whole
NODES, WEIGHTS = np.polynomial.hermite_e.hermegauss(41)


def chances(cell: Cell) -> Floats:
    """Return the mean score of each bot against each other."""
    strength = strengths(cell)
    differences = strength[:, None] - strength[None]
    if cell.field == "circle":
        differences = np.zeros((cell.bots, cell.bots))
        for bot in range(cell.bots):
            behind = (bot + 1) % cell.bots
            differences[bot, behind], differences[behind, bot] = cell.gap / ELO, -cell.gap / ELO
    elif cell.field == "pairs":
        effects = np.triu(np.random.default_rng(0).normal(0, PAIR_EFFECTS / ELO, differences.shape), 1)
        differences += effects - effects.T
    shocks = NODES * cell.shock / ELO * np.sqrt(2)  # of the difference of two bots
    found = np.average(1 / (1 + np.exp(-differences[..., None] - shocks)), axis=-1, weights=WEIGHTS)
    kept = 1 - cell.lost
    return np.asarray((kept * kept + cell.lost * cell.lost) * found + kept * cell.lost)


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
    return _tally(play_boards(cell, boards_of(cell), rng))


def season_points(cell: Cell, seed: int) -> tuple[list[Sums], list[DealBaseline], Floats]:
    """Return points of one season, and each bot's true mean. Bots follow the points in a deal unequally."""
    rng = np.random.default_rng(seed)
    players = np.array([line_up for _, line_up in boards_of(cell)])
    half, deal = rng.integers(2, size=len(players)), rng.gamma(2, 50, len(players))
    house = np.rint(deal + rng.normal(0, 10, len(players)))
    skill, follow = np.linspace([0, 0.5], [cell.gap, 1.5], cell.bots).T
    sums = []
    for bot, which in product(range(cell.bots), HALVES):
        own = (players == bot).any(1) & (half == which)
        p, q = np.rint(skill[bot] + follow[bot] * deal[own] + rng.normal(0, 20, own.sum())), house[own]
        sums.append(Sums(bot, which, len(p), *map(int, (p.sum(), p @ p, q.sum(), q @ q, p @ q))))
    pars = [DealBaseline(which, int((half == which).sum()), int(house[half == which].sum())) for which in HALVES]
    return sums, pars, skill + follow * 100


@lru_cache(maxsize=1)
def boards_of(cell: Cell) -> Sequence[Board]:
    """Return all boards of a schedule that does not depend on results."""
    entrants, table = _entrants(cell.bots), [Table("v", cell.seats)]
    if cell.schedule == "gauntlet":
        return _boards([Gauntlet(entrants, 1, table, cell.boards, "s")])
    if cell.schedule == "two groups":
        half = cell.bots // 2
        parts = (entrants[:half], entrants[half:], entrants[half - 1 : half + 1])
        counts = (cell.boards, cell.boards, 10)
        return _boards([RoundRobin(part, table, count, "s") for part, count in zip(parts, counts, strict=True)])
    return _boards([RoundRobin(entrants, table, cell.boards, "s")])


def _boards(schedules: Iterable[Iterable[ScheduledBoard]], first: int = 0) -> list[Board]:
    """Return the boards of *schedules*, with blocks numbered from *first*."""
    boards: list[Board] = []
    for schedule in schedules:
        boards += [(first + board.block, board.line_up) for board in schedule]
        first = boards[-1][0] + 1
    return boards


def _round_by_round(cell: Cell, rng: np.random.Generator) -> list[LineUpTally]:
    entrants, table, everybody = _entrants(cell.bots), [Table("v", cell.seats)], list(range(cell.bots))
    rounds: list[list[Scored]] = []
    had: Counter[tuple[int, frozenset[int]]] = Counter()
    waited = Counter(dict.fromkeys(everybody, 0))
    for number in range(cell.rounds):
        if cell.schedule == "swiss":
            results = [[board for _, board in each] for each in rounds]
            drawn = swiss_schedule(entrants, everybody, table, cell.boards, "s", False, [results], had)
        else:
            terms = Terms(cell.boards, 0, cell.boards, 3)
            played = [_tally([board for each in rounds for board in each])]
            drawn = ladder_schedule(entrants, [everybody], table, terms, str(number), False, played, [waited], had)
        boards = _boards([drawn], rounds[-1][-1][0] + 1 if rounds else 0)
        had.update((0, frozenset(line_up)) for _, line_up in boards)
        seated = {player for _, line_up in boards for player in line_up}
        waited = Counter({player: 0 if player in seated else waited[player] + 1 for player in everybody})
        rounds.append(play_boards(cell, boards, rng))
    return _tally([board for each in rounds for board in each], by_results=1)


def _entrants(bots: int) -> list[Entrant]:
    return [Entrant(place, place) for place in range(bots)]


def play_boards(cell: Cell, boards: Sequence[Board], rng: np.random.Generator) -> list[Scored]:
    """Return the boards, each in all its rotations, with their blocks."""
    seats = cell.seats
    players = np.array([sorted(line_up) for _, line_up in boards])
    again = rng.random((len(players), seats, 1)) < cell.repeats
    pairs = list(combinations(range(seats), 2))
    if cell.field in ("circle", "pairs"):
        luck = rng.random((len(players), seats))
        won = np.where(again[..., 0], luck[:, :1], luck) < chances(cell)[players[:, 0], players[:, 1]][:, None]
        halves = 2 * won.sum(1, keepdims=True)
    else:
        luck = rng.gumbel(size=(len(players), seats, seats))
        performance = strengths(cell)[players][:, None] + np.where(again, luck[:, :1], luck)
        if cell.shock or cell.lost:
            performance = performance + _draw_shocks(cell, [block for block, _ in boards], rng)[:, None]
        halves = np.stack([(1 + np.sign(performance[:, :, i] - performance[:, :, j])).sum(1) for i, j in pairs], 1)
    none = (0,) * seats
    return [
        (block, BoardScore(number, "v", tuple(sorted(line_up)), tuple(map(int, found)), none, none))
        for number, ((block, line_up), found) in enumerate(zip(boards, halves.tolist(), strict=True))
    ]


def _draw_shocks(cell: Cell, blocks: Sequence[int], rng: np.random.Generator) -> Floats:
    """Return what each player of each board gains in its block."""
    index = np.array(blocks) - min(blocks)
    shape = (index.max() + 1, cell.seats)
    shocks = rng.normal(0, cell.shock / ELO, shape)
    shocks[rng.random(shape) < cell.lost] -= LOST
    return np.asarray(shocks[index])


def _tally(boards: Sequence[Scored], by_results: int = 0) -> list[LineUpTally]:
    return next(iter(tally_looks(boards, [len(boards)], by_results)), [])


def tally_looks(boards: Sequence[Scored], looks: Collection[int], by_results: int = 0) -> Iterator[list[LineUpTally]]:
    """Yield the tallies after each number of boards in *looks*."""
    tallies: dict[tuple[int, ...], LineUpTally] = {}
    blocks: dict[int, BlockTally] = defaultdict(BlockTally)
    for count, (block, board) in enumerate(boards, start=1):
        players = line_up_of(board)
        if players not in tallies:
            tallies[players] = LineUpTally(players, by_results=by_results)
        tallies[players].add(board, blocks[block])
        if count in looks:
            yield [tallies[players] for players in sorted(tallies)]
