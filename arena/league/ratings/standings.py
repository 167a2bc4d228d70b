"""Standings and crosstables of closed boards.

Of those of one variant, and of several variants in which each counts equally.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from math import fsum, sqrt

from arena.league.ratings.interval import Interval, average, score_interval
from arena.league.ratings.tally import LineUpTally


@dataclass(frozen=True)
class Standing:
    """A player's line in the standings.

    *score*: mean over boards of its mean pair score on a board; *error*: its standard error.
    *interval*: the 95% one of *score*; None below 10 boards.
    """

    player: int
    boards: int
    score: float
    error: float
    interval: Interval | None
    points: float  # the game's own, mean over games
    infractions: int
    forfeited: int = 0  # boards it did not come to, each with score 0 in `score` and `error`


@dataclass(frozen=True)
class Meeting:
    """How *player* did against *opponent*.

    Over the boards on which they are compared; *player* has the lower id.
    """

    player: int
    opponent: int
    boards: int
    score: float
    error: float
    interval: Interval | None


@dataclass(frozen=True)
class Total:
    """A player's line over several *variants*.

    Each variant counts equally; *boards* and *infractions* are sums. Forfeited boards are in the score, its error and
    its interval, and not among *boards*.
    """

    player: int
    variants: int
    boards: int
    score: float
    error: float
    interval: Interval | None
    infractions: int


@dataclass
class Scores:
    """Scores summed up.

    Sums are exactly rounded (`fsum`), so that the order does not matter.
    """

    count: int = 0
    sums: list[float] = field(default_factory=list)
    squares: list[float] = field(default_factory=list)

    def add(self, count: int, halves: int, squares: int, most: int) -> None:
        """Add *count* scores, whose sum is *halves* / *most*.

        *squares*: the sum of their squares, times *most* squared.
        """
        self.count += count
        self.sums.append(halves / most)
        self.squares.append(squares / most**2)

    @property
    def mean(self) -> float:
        return fsum(self.sums) / self.count

    @property
    def error(self) -> float:
        """The standard error of the mean.

        sqrt(sum((x - mean)^2) / (N - 1) / N); 0 with fewer than two scores.
        """
        if self.count < 2:
            return 0.0
        spread = fsum(self.squares) - self.count * self.mean**2
        return sqrt(max(0.0, spread) / (self.count - 1) / self.count)

    @property
    def told(self) -> tuple[int, float, float, Interval | None]:
        """Count, mean, error and the mean's 95% interval.

        Of independent scores.
        """
        mean, error = self.mean, self.error
        return self.count, mean, error, score_interval(self.count, mean, error)


@dataclass
class _Line:
    scores: Scores = field(default_factory=Scores)
    games: int = 0
    points: int = 0
    infractions: int = 0


def standings(tallies: Iterable[LineUpTally], forfeits: Mapping[int, int] = {}) -> list[Standing]:
    """Return each player's line, best mean board score first.

    Equals go by id. *forfeits*: how many boards a player did not come to; each counts as a board on
    which it scored nothing.
    """
    lines: dict[int, _Line] = defaultdict(_Line)
    for tally in tallies:
        most = tally.most * tally.opponents  # half points of a player on a board, against all others
        for place, (player, total, squares) in enumerate(
            zip(tally.players, tally.totals(), tally.total_squares(), strict=True)
        ):
            line = lines[player]
            line.scores.add(tally.boards, total, squares, most)
            line.games += tally.boards * tally.games
            line.points += tally.points[place]
            line.infractions += tally.infractions[place]
    made = [_standing(player, lines[player], forfeits.get(player, 0)) for player in {**lines, **forfeits}]
    return sorted(made, key=lambda line: (-line.score, line.player))


def _standing(player: int, line: _Line, forfeited: int) -> Standing:
    played = line.scores.count
    line.scores.count += forfeited
    _, mean, error, interval = line.scores.told
    points = line.points / max(1, line.games)
    return Standing(player, played, mean, error, interval, points, line.infractions, forfeited)


def crosstable(tallies: Iterable[LineUpTally]) -> list[Meeting]:
    """Return each compared pair's meeting, in order of ids."""
    met: dict[tuple[int, int], Scores] = defaultdict(Scores)
    for tally in tallies:
        for (i, j), halves, squares in zip(tally.pairs, tally.halves, tally.squares, strict=True):
            met[tally.players[i], tally.players[j]].add(tally.boards, halves, squares, tally.most)
    return [Meeting(player, opponent, *scores.told) for (player, opponent), scores in sorted(met.items())]


def whole_standings(variants: Iterable[Iterable[Standing]]) -> list[Total]:
    """Return the standings of several variants as one.

    Best first, equals by id; of a player those variants count that it played.
    """
    lines: dict[int, list[Standing]] = defaultdict(list)
    for line in (line for variant in variants for line in variant):
        lines[line.player].append(line)
    totals = [
        Total(
            player,
            len(own),
            sum(line.boards for line in own),
            *average([(line.boards + line.forfeited, line.score, line.error) for line in own])[1:],
            sum(line.infractions for line in own),
        )
        for player, own in lines.items()
    ]
    return sorted(totals, key=lambda total: (-total.score, total.player))


def whole_crosstable(variants: Iterable[Iterable[Meeting]]) -> list[Meeting]:
    """Return the crosstables of several variants as one.

    In order of ids; of a pair those variants count in which it met.
    """
    met: dict[tuple[int, int], list[Meeting]] = defaultdict(list)
    for meeting in (meeting for variant in variants for meeting in variant):
        met[meeting.player, meeting.opponent].append(meeting)
    return [
        Meeting(player, opponent, *average([(each.boards, each.score, each.error) for each in own]))
        for (player, opponent), own in sorted(met.items())
    ]
