"""Standings and crosstables of closed boards, of one variant or of several with equal weight."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from math import fsum, sqrt

from arena.league.ratings.interval import Interval, average, score_interval
from arena.league.ratings.tally import LineUpTally


@dataclass(frozen=True)
class Standing:
    """A player's line in the standings.

    *score*: mean over boards of its mean pair score; *error*: its standard error; *interval*: its 95% interval, None
    below 10 boards.
    """

    player: int
    boards: int
    score: float
    error: float
    interval: Interval | None
    points: float  # the game's own, mean over games
    infractions: int
    forfeited: int = 0  # forfeited boards, each with score 0 in `score` and `error`


@dataclass(frozen=True)
class Meeting:
    """The results of *player*, with the lower id, against *opponent* on the boards that compare them."""

    player: int
    opponent: int
    boards: int
    score: float
    error: float
    interval: Interval | None


@dataclass(frozen=True)
class Total:
    """A player's line over several *variants*, each counting equally; *boards* and *infractions* are sums.

    Forfeited boards are in the score, its error and its interval, but not in *boards*.
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
    """A sum of scores, exactly rounded (`fsum`), so that the order does not matter."""

    count: int = 0
    sums: list[float] = field(default_factory=list)
    squares: list[float] = field(default_factory=list)

    def add(self, count: int, halves: int, squares: int, most: int) -> None:
        """Add *count* scores: their sum is *halves* / *most*, that of their squares *squares* / *most* squared."""
        self.count += count
        self.sums.append(halves / most)
        self.squares.append(squares / most**2)

    @property
    def mean(self) -> float:
        return fsum(self.sums) / self.count

    @property
    def error(self) -> float:
        """The standard error of the mean, sqrt(sum((x - mean)^2) / (N - 1) / N); 0 with fewer than two."""
        if self.count < 2:
            return 0.0
        spread = fsum(self.squares) - self.count * self.mean**2
        return sqrt(max(0.0, spread) / (self.count - 1) / self.count)

    @property
    def summary(self) -> tuple[int, float, float, Interval | None]:
        """Count, mean, error and the mean's 95% interval, for independent scores."""
        mean, error = self.mean, self.error
        return self.count, mean, error, score_interval(self.count, mean, error)


@dataclass
class _Line:
    scores: Scores = field(default_factory=Scores)
    games: int = 0
    points: int = 0
    infractions: int = 0


def standings(tallies: Iterable[LineUpTally], forfeits: Mapping[int, int] = {}) -> list[Standing]:
    """Return each player's line, best mean board score first, then by id.

    *forfeits*: how many boards a player forfeited; each counts as a board with score 0.
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
    rows = [_standing(player, lines[player], forfeits.get(player, 0)) for player in {**lines, **forfeits}]
    return sorted(rows, key=lambda line: (-line.score, line.player))


def _standing(player: int, line: _Line, forfeited: int) -> Standing:
    played = line.scores.count
    line.scores.count += forfeited
    _, mean, error, interval = line.scores.summary
    points = line.points / max(1, line.games)
    return Standing(player, played, mean, error, interval, points, line.infractions, forfeited)


def crosstable(tallies: Iterable[LineUpTally]) -> list[Meeting]:
    """Return each compared pair's meeting, in order of ids."""
    met: dict[tuple[int, int], Scores] = defaultdict(Scores)
    for tally in tallies:
        for (i, j), halves, squares in zip(tally.pairs, tally.halves, tally.squares, strict=True):
            met[tally.players[i], tally.players[j]].add(tally.boards, halves, squares, tally.most)
    return [Meeting(player, opponent, *scores.summary) for (player, opponent), scores in sorted(met.items())]


def whole_standings(variants: Iterable[Iterable[Standing]]) -> list[Total]:
    """Return the standings of several variants as one, best first, then by id.

    A player's line counts the variants that it played.
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
    """Return the crosstables of several variants as one, in order of ids.

    A pair's line counts the variants in which it met.
    """
    met: dict[tuple[int, int], list[Meeting]] = defaultdict(list)
    for meeting in (meeting for variant in variants for meeting in variant):
        met[meeting.player, meeting.opponent].append(meeting)
    return [
        Meeting(player, opponent, *average([(each.boards, each.score, each.error) for each in own]))
        for (player, opponent), own in sorted(met.items())
    ]


@dataclass(frozen=True)
class HeadToHead:
    """The first player's mean board score against the second, over the boards that compare them.

    *points*, *opponent_points*: the game's own, mean over the games of those boards.
    """

    boards: int
    score: float
    error: float
    interval: Interval | None
    points: float
    opponent_points: float


def head_to_head(tallies: Iterable[LineUpTally], player: int, opponent: int) -> HeadToHead | None:
    """Compare *player* with *opponent* over *tallies* of one variant; None if no tally compares them."""
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
    return HeadToHead(*scores.summary, points[0] / games, points[1] / games)


def _pair(tally: LineUpTally, player: int, opponent: int) -> int | None:
    pair = {player, opponent}
    return next((at for at, (i, j) in enumerate(tally.pairs) if {tally.players[i], tally.players[j]} == pair), None)


def _against(tally: LineUpTally, pair: int, is_first: bool) -> tuple[int, int]:
    """Return the half points that one of *pair* won from the other, and the sum of their squares by board."""
    halves, squares = tally.halves[pair], tally.squares[pair]
    if is_first:
        return halves, squares
    # If one has h of m half points on a board, the other has m - h, squared m^2 - 2 m h + h^2.
    return tally.boards * tally.most - halves, tally.boards * tally.most**2 - 2 * tally.most * halves + squares
