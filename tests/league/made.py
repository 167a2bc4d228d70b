"""Entrants and boards for tests, and how even boards are."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from itertools import count
from types import SimpleNamespace
from typing import TypeVar

from hypothesis import strategies as st

from arena.league.designs.lineups import Table
from arena.league.designs.neighbours import from_least
from arena.league.entrants import Entrant
from arena.league.ratings.boards import BoardScore, ClosedBoard, Outcome
from arena.league.ratings.bradley_terry import Fit, fit_tables
from arena.league.ratings.tally import BlockTally, LineUpTally, line_up_of
from arena.league.schedules.balance import Evenness, balance_of
from arena.league.schedules.schedule import Sat, ScheduledBoard

T = TypeVar("T")
FIRST = 100  # the id of the first entrant
Ranks = list[tuple[int, ...]]
WON: Ranks = [(1, 2), (1, 2)]
LOST: Ranks = [(2, 1), (2, 1)]
HALF: Ranks = [(1, 2), (2, 1)]


def known(value: T | None) -> T:
    assert value is not None
    return value


def named(tally: LineUpTally, names: Mapping[int, str] | str) -> SimpleNamespace:
    """Return a tally as `tests.recomputed` has the line-ups of an export."""
    sums = vars(tally) | {"by_board": tally.by_board, "by_block": tally.by_block, "tournament": tally.by_results}
    return SimpleNamespace(**sums, bots=[names[player] for player in tally.players])


def entered(owners: Iterable[int], first: int = FIRST) -> list[Entrant]:
    """Return an entrant of each owner, with ids from *first* on."""
    return [Entrant(first + place, owner) for place, owner in enumerate(owners)]


def sat(boards: Iterable[ScheduledBoard], first: int = FIRST) -> Counter[Sat]:
    """Count boards by circular order of the places of `entered`."""
    return Counter((board.variant, from_least([player - first for player in board.line_up])) for board in boards)


def counted(schedule: Iterable[ScheduledBoard], entrants: int) -> tuple[Evenness, Evenness]:
    """Return how evenly pairs meet, and sit left of each other, if everybody may meet everybody."""
    line_ups = [board.line_up for board in schedule]
    ids = {player for line_up in line_ups for player in line_up}
    everybody = [Entrant(id_, 0) for id_ in [*ids, *range(-1, -1 - (entrants - len(ids)), -1)]]
    (balance,) = balance_of(line_ups, everybody, Table("v", len(line_ups[0])), allow_same_owner=True)
    return balance.met, balance.left


def board(ranks: list[tuple[int, ...]], line_up: tuple[int, ...] | None = None, number: int = 0) -> BoardScore:
    """Return a board with these ranks, one tuple a rotation; points are minus the rank."""
    players = line_up or tuple(range(1, len(ranks[0]) + 1))
    outcomes = tuple(Outcome(each, tuple(-rank for rank in each), (0,) * len(each)) for each in ranks)
    return ClosedBoard(number, "v", players, outcomes).score_board()


@st.composite
def boards(draw: st.DrawFn, players: int = 6) -> BoardScore:
    line_up = draw(st.lists(st.integers(1, players), min_size=2, max_size=5, unique=True))
    ranks = []
    for _ in line_up:
        scores = draw(st.lists(st.integers(0, 3), min_size=len(line_up), max_size=len(line_up)))
        ranks.append(tuple(1 + sum(other > score for other in scores) for score in scores))
    return board(ranks, tuple(line_up))


def tallied(boards: Iterable[BoardScore], blocks: Iterable[object] | None = None) -> list[LineUpTally]:
    """Return the tallies of *boards*, all of one variant, in order of players; *blocks*: the block of each."""
    tallies: dict[tuple[tuple[int, ...], int], LineUpTally] = {}
    counts: dict[object, BlockTally] = defaultdict(BlockTally)
    for board, block in zip(boards, count() if blocks is None else blocks, strict=blocks is not None):
        key = line_up_of(board), board.tables_per_board
        tally = tallies.setdefault(key, LineUpTally(key[0], tables_per_board=board.tables_per_board))
        tally.add(board, counts[block, key])
    return [tallies[key] for key in sorted(tallies)]


def fit(tallies: Iterable[LineUpTally]) -> Fit:
    (table,) = fit_tables(tallies)
    return table
