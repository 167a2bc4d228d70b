"""How two players did against each other, in one variant."""

from collections.abc import Iterable
from dataclasses import dataclass

from arena.league.ratings.interval import Interval
from arena.league.ratings.standings import Scores
from arena.league.ratings.tally import LineUpTally


@dataclass(frozen=True)
class HeadToHead:
    """The first player's mean board score against the second.

    Over the boards on which they are compared. *points*, *opponent_points*: the game's own, mean
    over the games of those boards.
    """

    boards: int
    score: float
    error: float
    interval: Interval | None
    points: float
    opponent_points: float


def head_to_head(tallies: Iterable[LineUpTally], player: int, opponent: int) -> HeadToHead | None:
    """Compare *player* with *opponent* over *tallies* of one variant.

    Tallies that do not compare the two are passed over. None where none does.
    """
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
    """Return where the pair stands in lists of pairs.

    None where the tally does not compare the two.
    """
    wanted = {player, opponent}
    return next((at for at, (i, j) in enumerate(tally.pairs) if {tally.players[i], tally.players[j]} == wanted), None)


def _against(tally: LineUpTally, pair: int, is_first: bool) -> tuple[int, int]:
    """Return the half points one of *pair* took off the other.

    And the sum of their squares by board. *is_first*: of the first of the pair, else of the second.
    """
    halves, squares = tally.halves[pair], tally.squares[pair]
    if is_first:
        return halves, squares
    # Of h half points of m on a board the other has m - h, squared m^2 - 2 m h + h^2.
    return tally.boards * tally.most - halves, tally.boards * tally.most**2 - 2 * tally.most * halves + squares
