"""The receipt of an Elo number.

What one board moved it by, against whom, from which ratings.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from arena.league.ratings import elo
from arena.league.ratings.boards import BoardScore, field_of


@dataclass(frozen=True)
class Opponent:
    """What a board moved a player's Elo against one opponent.

    *change* follows from the ratings and the half points alone. *is_first*: whether the opponent's
    id is the lower one. A pair's change is computed for its first player and taken off the second:
    floating point could give another number the other way round.
    """

    player: int
    is_first: bool
    elo: float  # before the board
    half_points: int  # that the player took off this opponent
    change: float


@dataclass(frozen=True)
class Entry:
    """A board of a receipt.

    *after* is *before* plus the opponents' changes, added up in their order (of ids).
    """

    number: int
    most: int  # half points of a pair on this board
    before: float
    after: float
    opponents: tuple[Opponent, ...]


def entry(ratings: Mapping[int, float], board: BoardScore, player: int) -> Entry:
    """Return what *board* did to the Elo of *player*.

    *player* sat there; *ratings*: those before the board. Bit for bit what `elo.fold` does.
    """
    own = board.line_up.index(player)
    before = after = ratings.get(player, elo.START)
    opponents = []
    field = next(each for each in board.fields if player in each)
    for other in sorted(set(field) - {player}):
        seen = _against(before, ratings.get(other, elo.START), board, own, board.line_up.index(other))
        after += seen.change
        opponents.append(seen)
    return Entry(board.number, board.most, before, after, tuple(opponents))


def _against(before: float, rating: float, board: BoardScore, own: int, other: int) -> Opponent:
    player = board.line_up[other]
    most = elo.step(field_of(len(board.line_up), board.tables_per_board))
    if player < board.line_up[own]:
        change = -elo.taken(rating, before, board.score(other, own), most)
    else:
        change = elo.taken(before, rating, board.score(own, other), most)
    return Opponent(player, player < board.line_up[own], rating, board.half_points(own, other), change)
