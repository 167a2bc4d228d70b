"""Standings and crosstable of the closed boards of one variant."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import combinations
from math import fsum, sqrt

from arena.league.tally import LineUpTally


@dataclass(frozen=True)
class Standing:
    """A player's line. *score*: mean over boards of its mean pair score on a board; *error*: its standard error."""

    player: int
    boards: int
    score: float
    error: float
    points: float  # the game's own, mean over games
    infractions: int


@dataclass(frozen=True)
class Meeting:
    """How *player* did against *opponent* (player < opponent), over the boards on which both sat."""

    player: int
    opponent: int
    boards: int
    score: float
    error: float


@dataclass
class _Scores:
    """Scores summed up: sums are exactly rounded (`fsum`), so that the order does not matter."""

    count: int = 0
    sums: list[float] = field(default_factory=list)
    squares: list[float] = field(default_factory=list)

    def add(self, count: int, halves: int, squares: int, most: int) -> None:
        """*count* scores, whose sum is *halves* / *most*."""
        self.count += count
        self.sums.append(halves / most)
        self.squares.append(squares / most**2)

    @property
    def mean(self) -> float:
        return fsum(self.sums) / self.count

    @property
    def error(self) -> float:
        """The standard error of the mean: sqrt(sum((x - mean)^2) / (N - 1) / N); 0 with fewer than two scores."""
        if self.count < 2:
            return 0.0
        spread = fsum(self.squares) - self.count * self.mean**2
        return sqrt(max(0.0, spread) / (self.count - 1) / self.count)


@dataclass
class _Line:
    scores: _Scores = field(default_factory=_Scores)
    games: int = 0
    points: int = 0
    infractions: int = 0


def standings(tallies: Iterable[LineUpTally]) -> list[Standing]:
    """One line for each player, best mean board score first, equals by id."""
    lines: dict[int, _Line] = defaultdict(_Line)
    for tally in tallies:
        most = tally.most * (len(tally.players) - 1)  # half points of a player on a board, against all others
        for place, (player, total, squares) in enumerate(
            zip(tally.players, tally.totals(), tally.total_squares(), strict=True)
        ):
            line = lines[player]
            line.scores.add(tally.boards, total, squares, most)
            line.games += tally.boards * len(tally.players)
            line.points += tally.points[place]
            line.infractions += tally.infractions[place]
    made = [
        Standing(
            player, line.scores.count, line.scores.mean, line.scores.error, line.points / line.games, line.infractions
        )
        for player, line in lines.items()
    ]
    return sorted(made, key=lambda line: (-line.score, line.player))


def crosstable(tallies: Iterable[LineUpTally]) -> list[Meeting]:
    """One meeting for each pair that sat at a table, in order of ids."""
    met: dict[tuple[int, int], _Scores] = defaultdict(_Scores)
    for tally in tallies:
        for pair, halves, squares in zip(combinations(tally.players, 2), tally.halves, tally.squares, strict=True):
            met[pair].add(tally.boards, halves, squares, tally.most)
    return [Meeting(*pair, scores.count, scores.mean, scores.error) for pair, scores in sorted(met.items())]
