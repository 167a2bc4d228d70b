"""Standings and crosstables of closed boards, of one variant or of several with equal weight."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from math import fsum, sqrt

from arena.league.ratings.interval import Interval, average, score_interval
from arena.league.ratings.tally import LineUpTally


@dataclass(frozen=True)
class PlayerScore:
    """A player's mean *score* on some boards, its standard error and its 95% interval, None below 10 boards."""

    player: int
    boards: int
    score: float
    error: float
    interval: Interval | None

    @property
    def low(self) -> float | None:
        """The lower end of the interval."""
        return self.interval and self.interval[0]

    @property
    def high(self) -> float | None:
        """The upper end of the interval."""
        return self.interval and self.interval[1]


@dataclass(frozen=True)
class PlayerStanding(PlayerScore):
    """A player's line in the standings; *score* is its mean over boards of its mean pair score."""

    points: float  # the game's own, mean over games
    infractions: int
    forfeited: int = 0  # forfeited boards, each with score 0 in `score` and `error`


@dataclass(frozen=True)
class PairMeeting(PlayerScore):
    """The results of *player*, with the lower id, against *opponent* on the boards that compare them."""

    opponent: int


@dataclass(frozen=True)
class PlayerTotal(PlayerScore):
    """A player's line over several *variants*, each counting equally; *boards* and *infractions* are sums.

    Forfeited boards are in the score, its error and its interval, but not in *boards*.
    """

    variants: int
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


def standings(tallies: Iterable[LineUpTally], forfeits: Mapping[int, int] = {}) -> list[PlayerStanding]:
    """Return each player's line, best mean board score first, then by id.

    *forfeits*: how many boards a player forfeited; each counts as a board with score 0.
    """
    scores: dict[int, Scores] = defaultdict(Scores)
    played: dict[int, list[tuple[LineUpTally, int]]] = defaultdict(list)
    for tally in tallies:
        most = tally.most * tally.opponents  # half points of a player on a board, against all others
        for place, (player, total, squares) in enumerate(
            zip(tally.players, tally.totals(), tally.total_squares(), strict=True)
        ):
            scores[player].add(tally.boards, total, squares, most)
            played[player].append((tally, place))
    rows = [
        _standing(player, scores[player], played[player], forfeits.get(player, 0)) for player in {**scores, **forfeits}
    ]
    return sorted(rows, key=lambda line: (-line.score, line.player))


def _standing(player: int, scores: Scores, played: Sequence[tuple[LineUpTally, int]], forfeited: int) -> PlayerStanding:
    """Return the line of a player, who has the given place in each of the tallies *played*."""
    boards = scores.count
    scores.count += forfeited
    _, mean, error, interval = scores.summary
    games = sum(tally.boards * tally.games for tally, _ in played)
    points = sum(tally.points[place] for tally, place in played)
    infractions = sum(tally.infractions[place] for tally, place in played)
    return PlayerStanding(player, boards, mean, error, interval, points / max(1, games), infractions, forfeited)


def crosstable(tallies: Iterable[LineUpTally]) -> list[PairMeeting]:
    """Return each compared pair's meeting, in order of ids."""
    met: dict[tuple[int, int], Scores] = defaultdict(Scores)
    for tally in tallies:
        for (i, j), halves, squares in zip(tally.pairs, tally.halves, tally.squares, strict=True):
            met[tally.players[i], tally.players[j]].add(tally.boards, halves, squares, tally.most)
    return [PairMeeting(player, *scores.summary, opponent) for (player, opponent), scores in sorted(met.items())]


def whole_standings(variants: Iterable[Iterable[PlayerStanding]]) -> list[PlayerTotal]:
    """Return the standings of several variants as one, best first, then by id.

    A player's line counts the variants that it played.
    """
    lines: dict[int, list[PlayerStanding]] = defaultdict(list)
    for line in (line for variant in variants for line in variant):
        lines[line.player].append(line)
    totals = [
        PlayerTotal(
            player,
            sum(line.boards for line in own),
            *average([(line.boards + line.forfeited, line.score, line.error) for line in own])[1:],
            len(own),
            sum(line.infractions for line in own),
        )
        for player, own in lines.items()
    ]
    return sorted(totals, key=lambda total: (-total.score, total.player))


def whole_crosstable(variants: Iterable[Iterable[PairMeeting]]) -> list[PairMeeting]:
    """Return the crosstables of several variants as one, in order of ids.

    A pair's line counts the variants in which it met.
    """
    met: dict[tuple[int, int], list[PairMeeting]] = defaultdict(list)
    for meeting in (meeting for variant in variants for meeting in variant):
        met[meeting.player, meeting.opponent].append(meeting)
    return [
        PairMeeting(player, *average([(each.boards, each.score, each.error) for each in own]), opponent)
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
