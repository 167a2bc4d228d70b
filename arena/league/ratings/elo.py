"""Live Elo: the expected score, a board's effect on ratings, and receipts that explain it."""

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import combinations
from math import exp, pow

from arena.league.ratings.boards import BoardScore, field_of


def expected_score(difference: float) -> float:
    """Return the mean score against a player weaker by *difference* of strength.

    1 / (1 + exp(-difference)): R. A. Bradley, M. E. Terry, "Rank analysis of incomplete block designs", Biometrika 39
    (1952).
    """
    return 1 / (1 + exp(-difference)) if difference > 0 else exp(difference) / (1 + exp(difference))


START = 1500.0
K = 32.0
SCALE = 400.0


def expect_elo(rating: float, opponent: float) -> float:
    """Return the mean score expected of *rating* against *opponent*, in (0, 1)."""
    return 1.0 / (1.0 + pow(10.0, (opponent - rating) / SCALE))


def step(players: int) -> float:
    """Return the most that a pair may move: K / (n - 1)."""
    return K / (players - 1)


def elo_change(rating: float, opponent: float, score: float, most: float) -> float:
    """Return how much a pair's *score* moves from *opponent* to *rating*; *most*: the board's step."""
    return most * (score - expect_elo(rating, opponent))


def fold(ratings: Mapping[int, float], board: BoardScore) -> dict[int, float]:
    """Return the ratings of a board's players after it; a player who is not in *ratings* starts at 1500.

    Each pair moves K / (n - 1) * (S - E) from one to the other, with n players compared with each other. So the sum
    of ratings stays. Pairs are taken in order of player id: the numbers are the same bit for bit in any order of the
    line-up.
    """
    before = {player: ratings.get(player, START) for player in board.line_up}
    after = dict(before)
    shared = board.most
    for field in board.fields:
        most = step(len(field))
        players = sorted(field)
        halves = board.halves_among(tuple(map(board.line_up.index, players)))
        for (first, second), taken_off in zip(combinations(players, 2), halves, strict=True):
            moved = elo_change(before[first], before[second], taken_off / shared, most)
            after[first] += moved
            after[second] -= moved
    return after


@dataclass(frozen=True)
class Opponent:
    """The effect of a board on a player's Elo against one opponent.

    *change* follows from the ratings and the half points alone. *is_first*: whether the opponent's id is the lower one.
    A pair's change is computed for its first player and subtracted from the second: in the other direction floating
    point could give another number.
    """

    player: int
    is_first: bool
    elo: float  # the opponent's, before the board
    half_points: int  # half points that the player won from this opponent
    change: float


@dataclass(frozen=True)
class Entry:
    """A board of a receipt; *after* is *before* plus the opponents' changes in order of ids."""

    number: int
    most: int  # half points of a pair on this board
    before: float
    after: float
    opponents: tuple[Opponent, ...]


def explain_board(ratings: Mapping[int, float], board: BoardScore, player: int) -> Entry:
    """Return how *board* moved the Elo of *player*, who sat there, bit for bit as `fold` does.

    *ratings*: those before the board.
    """
    own = board.line_up.index(player)
    before = after = ratings.get(player, START)
    opponents = []
    field = next(each for each in board.fields if player in each)
    for other in sorted(set(field) - {player}):
        opponent = _against(before, ratings.get(other, START), board, own, board.line_up.index(other))
        after += opponent.change
        opponents.append(opponent)
    return Entry(board.number, board.most, before, after, tuple(opponents))


def _against(before: float, rating: float, board: BoardScore, own: int, other: int) -> Opponent:
    player = board.line_up[other]
    most = step(field_of(len(board.line_up), board.tables_per_board))
    if player < board.line_up[own]:
        change = -elo_change(rating, before, board.score(other, own), most)
    else:
        change = elo_change(before, rating, board.score(own, other), most)
    return Opponent(player, player < board.line_up[own], rating, board.half_points(own, other), change)
