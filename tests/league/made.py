"""Boards made up for tests."""

from collections.abc import Iterable

from hypothesis import strategies as st

from arena.league.ratings.boards import BoardScore, ClosedBoard, Outcome
from arena.league.ratings.bradley_terry import Fit, fit_tables
from arena.league.ratings.tally import LineUpTally, line_up_of


def board(ranks: list[tuple[int, ...]], line_up: tuple[int, ...] | None = None, number: int = 0) -> BoardScore:
    """Return a board with these ranks, one tuple a rotation.

    Points are minus the rank; nobody committed an infraction.
    """
    players = line_up or tuple(range(1, len(ranks[0]) + 1))
    outcomes = tuple(Outcome(each, tuple(-rank for rank in each), (0,) * len(each)) for each in ranks)
    return ClosedBoard(number, "v", players, outcomes).score_board()


@st.composite
def boards(draw: st.DrawFn, players: int = 6) -> BoardScore:
    """Any board of 2 to 5 of the players 1..players."""
    line_up = draw(st.lists(st.integers(1, players), min_size=2, max_size=5, unique=True))
    ranks = []
    for _ in line_up:
        scores = draw(st.lists(st.integers(0, 3), min_size=len(line_up), max_size=len(line_up)))
        ranks.append(tuple(1 + sum(other > score for other in scores) for score in scores))
    return board(ranks, tuple(line_up))


def tallied(boards: Iterable[BoardScore]) -> list[LineUpTally]:
    """The tallies of *boards*, all of one variant, in order of players."""
    tallies: dict[tuple[tuple[int, ...], int], LineUpTally] = {}
    for board in boards:
        key = line_up_of(board), board.tables_per_board
        tallies.setdefault(key, LineUpTally(key[0], tables_per_board=board.tables_per_board)).add(board)
    return [tallies[key] for key in sorted(tallies)]


def fit(tallies: Iterable[LineUpTally]) -> Fit:
    """The one table that *tallies* make."""
    (found,) = fit_tables(tallies)
    return found
