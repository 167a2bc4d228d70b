"""How two players did against each other, in one variant."""

from collections.abc import Iterable
from dataclasses import dataclass

from arena.league.ratings.interval import Interval
from arena.league.ratings.standings import Scores
from arena.league.ratings.tally import LineUpTally


@dataclass(frozen=True)
class HeadToHead:
    """The first's mean board score against the second, over the boards on which they are compared.

    *points*, *opponent_points*: the game's own, mean over the games of those boards.
    """

    boards: int
    score: float
    error: float
    interval: Interval | None
    points: float
    opponent_points: float


def head_to_head(tallies: Iterable[LineUpTally], player: int, opponent: int) -> HeadToHead | None:
    """Over *tallies* of one variant; others than those who compare them are passed over. None: nothing does."""
    scores, games, points = Scores(), 0, [0, 0]
    for tally in tallies:
        pair = _pair(tally, player, opponent)
        if pair is not None:
            scores.add(tally.boards, *_against(tally, pair, player < opponent), tally.most)
            games += tally.boards * tally.games
            for which, each in enumerate((player, opponent)):
                points[which] += tally.points[tally.players.index(each)]
    if not games:
        return None
    return HeadToHead(*scores.told, points[0] / games, points[1] / games)


def _pair(tally: LineUpTally, player: int, opponent: int) -> int | None:
    """Where the pair stands in lists of pairs."""
    wanted = {player, opponent}
    return next((at for at, (i, j) in enumerate(tally.pairs) if {tally.players[i], tally.players[j]} == wanted), None)


def _against(tally: LineUpTally, pair: int, is_first: bool) -> tuple[int, int]:
    """Half points that the first of *pair*, or the other, took off the other, and the sum of their squares by board."""
    halves, squares = tally.halves[pair], tally.squares[pair]
    if is_first:
        return halves, squares
    # Of h half points of m on a board the other has m - h, squared m^2 - 2 m h + h^2.
    return tally.boards * tally.most - halves, tally.boards * tally.most**2 - 2 * tally.most * halves + squares
