"""How two players did against each other, in one variant."""

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import combinations

from arena.league.interval import Interval
from arena.league.standings import Scores
from arena.league.tally import LineUpTally


@dataclass(frozen=True)
class HeadToHead:
    """The first's mean board score against the second, over the boards on which both sat; None of them: no board.

    *points*, *opponent_points*: the game's own, mean over the games of those boards.
    """

    boards: int
    score: float
    error: float
    interval: Interval | None
    points: float
    opponent_points: float


def head_to_head(tallies: Iterable[LineUpTally], player: int, opponent: int) -> HeadToHead | None:
    """Over *tallies* of one variant; those in which not both sat are passed over. None where they never met."""
    scores, games, points = Scores(), 0, [0, 0]
    for tally in tallies:
        if player in tally.players and opponent in tally.players:
            scores.add(tally.boards, *_against(tally, player, opponent), tally.most)
            games += tally.boards * len(tally.players)
            for which, each in enumerate((player, opponent)):
                points[which] += tally.points[tally.players.index(each)]
    if not games:
        return None
    return HeadToHead(*scores.told, points[0] / games, points[1] / games)


def _against(tally: LineUpTally, player: int, opponent: int) -> tuple[int, int]:
    """Half points that *player* took off *opponent*, and the sum of their squares by board."""
    pair = list(combinations(tally.players, 2)).index((min(player, opponent), max(player, opponent)))
    halves, squares = tally.halves[pair], tally.squares[pair]
    if player < opponent:
        return halves, squares
    # Of h half points of m on a board the other has m - h, squared m^2 - 2 m h + h^2.
    return tally.boards * tally.most - halves, tally.boards * tally.most**2 - 2 * tally.most * halves + squares
