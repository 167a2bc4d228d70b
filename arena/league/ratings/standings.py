"""Standings and crosstables of closed boards, of one variant or of several with equal weight."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from math import fsum, sqrt

from arena.league.ratings.interval import FEW_BLOCKS, Interval, Part, average, score_interval
from arena.league.ratings.tally import LineUpTally, Sums


@dataclass(frozen=True)
class PlayerScore:
    """A player's mean *score* on some boards, its standard error and its 95% interval.

    The interval is None below 10 boards or 3 blocks.
    """

    player: int
    boards: int
    score: float
    error: float
    interval: Interval | None
    blocks: int

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
    """A player's line in the standings of one variant, or of several *variants*, each counting equally.

    *score* is its mean over boards of its mean pair score; over several variants it is the mean of these scores. The
    counts are then sums. Forfeited boards are in the score, its error and its interval, but not in *boards*.
    """

    points: float  # the game's own, mean over games; 0 over several variants, whose points differ
    infractions: int
    forfeited: int = 0
    variants: int = 1


@dataclass(frozen=True)
class PairMeeting(PlayerScore):
    """The results of *player* against *opponent* on the boards that compare them.

    *points*, *opponent_points*: the game's own, mean over the games of those boards; only `head_to_head` computes them.
    """

    opponent: int
    points: float = 0
    opponent_points: float = 0


@dataclass
class Scores:
    """A sum of scores, exactly rounded (`fsum`), so that the order does not matter."""

    count: int = 0
    blocks: int = 0
    block_counts: int = 0  # squared
    sums: list[float] = field(default_factory=list)
    squares: list[float] = field(default_factory=list)
    block_sums: list[float] = field(default_factory=list)  # each times its block's count
    block_squares: list[float] = field(default_factory=list)

    def add(self, sums: Sums, most: int) -> None:
        """Add scores, in half points over *most*."""
        self.count += sums.boards
        self.sums.append(sums.halves / most)
        self.squares.append(sums.squares / most**2)
        self.blocks += sums.blocks
        self.block_counts += sums.block_boards
        self.block_sums.append(sums.block_halves / most)
        self.block_squares.append(sums.block_squares / most**2)

    def add_zeros(self, count: int) -> None:
        """Add *count* scores of 0, each a block of its own."""
        self.count += count
        self.blocks += count
        self.block_counts += count

    @property
    def mean(self) -> float:
        return fsum(self.sums) / self.count

    @property
    def error(self) -> float:
        """The standard error of the mean as blocks scatter; as boards do, if that is more and there are few blocks.

        With B blocks, n of N scores in each: sqrt(sum((sum - n mean)^2) B / (B - 1)) / N; 0 with fewer than two.
        """
        mean, scatter = self.mean, []
        if self.blocks > 1:
            about = fsum(self.block_squares) - 2 * mean * fsum(self.block_sums) + mean * mean * self.block_counts
            scatter.append(about * self.blocks / (self.blocks - 1))
        if self.count > 1 and self.blocks < FEW_BLOCKS:
            scatter.append((fsum(self.squares) - self.count * mean**2) * self.count / (self.count - 1))
        return sqrt(max(0.0, *scatter)) / self.count if scatter else 0.0

    @property
    def summary(self) -> tuple[int, float, float, Interval | None, int]:
        """Count, mean, error, the mean's 95% interval, and the number of blocks."""
        mean, error = self.mean, self.error
        return self.count, mean, error, score_interval(self.count, mean, error, self.blocks), self.blocks


def standings(tallies: Iterable[LineUpTally], forfeits: Mapping[int, int] = {}) -> list[PlayerStanding]:
    """Return each player's line, best mean board score first, then by id.

    *forfeits*: how many boards a player forfeited; each counts as a board with score 0.
    """
    scores: dict[int, Scores] = defaultdict(Scores)
    played: dict[int, list[tuple[LineUpTally, int]]] = defaultdict(list)
    for tally in tallies:
        most = tally.most * tally.opponents  # half points of a player on a board, against all others
        for place, (player, sums) in enumerate(zip(tally.players, tally.player_sums(), strict=True)):
            scores[player].add(sums, most)
            played[player].append((tally, place))
    rows = [
        _standing(player, scores[player], played[player], forfeits.get(player, 0)) for player in {**scores, **forfeits}
    ]
    return sorted(rows, key=lambda line: (-line.score, line.player))


def _standing(player: int, scores: Scores, played: Sequence[tuple[LineUpTally, int]], forfeited: int) -> PlayerStanding:
    """Return the line of a player, who has the given place in each of the tallies *played*."""
    boards = scores.count
    scores.add_zeros(forfeited)
    summary = scores.summary[1:]
    games = sum(tally.boards * tally.games for tally, _ in played)
    points = sum(tally.points[place] for tally, place in played)
    infractions = sum(tally.infractions[place] for tally, place in played)
    return PlayerStanding(player, boards, *summary, points / max(1, games), infractions, forfeited)


def crosstable(tallies: Iterable[LineUpTally]) -> list[PairMeeting]:
    """Return each compared pair's meeting, in order of ids."""
    met: dict[tuple[int, int], Scores] = defaultdict(Scores)
    for tally in tallies:
        for (i, j), sums in zip(tally.pairs, tally.pair_sums(), strict=True):
            met[tally.players[i], tally.players[j]].add(sums, tally.most)
    return [PairMeeting(player, *scores.summary, opponent) for (player, opponent), scores in sorted(met.items())]


FieldScore = tuple[float | None, Interval | None, list[int]]


def against_all(tallies: Sequence[LineUpTally], players: Sequence[int]) -> dict[int, FieldScore]:
    """Return each player's mean score against all other *players*, its 95% interval, and opponents without a board.

    Opponents have equal weight. There is no mean if an opponent has no board with the player. Scores of several pairs
    on a board depend on each other. So the errors are multiplied by the square root of the opponents on a board, and
    added as if independent. The error of the mean is at most that.
    """
    times = sqrt(max((tally.opponents for tally in tallies), default=1))
    met: dict[int, dict[int, Part]] = {player: {} for player in players}
    for each in crosstable(tallies):
        if each.player in met and each.opponent in met:
            error = times * each.error
            met[each.player][each.opponent] = each.boards, each.score, error, each.blocks
            met[each.opponent][each.player] = each.boards, 1 - each.score, error, each.blocks
    scores: dict[int, FieldScore] = {}
    for player, parts in met.items():
        unmet = [other for other in players if other != player and other not in parts]
        _, score, _, interval = average([*parts.values()]) if parts and not unmet else (0, None, None, None)
        scores[player] = score, interval, unmet
    return scores


def whole_standings(variants: Iterable[Iterable[PlayerStanding]]) -> list[PlayerStanding]:
    """Return the standings of several variants as one, best first, then by id.

    A player's line counts the variants that it played.
    """
    lines: dict[int, list[PlayerStanding]] = defaultdict(list)
    for line in (line for variant in variants for line in variant):
        lines[line.player].append(line)
    totals = [
        PlayerStanding(
            player,
            sum(line.boards for line in own),
            *average([(line.boards + line.forfeited, line.score, line.error, line.blocks) for line in own])[1:],
            sum(line.blocks for line in own),
            0,
            sum(line.infractions for line in own),
            sum(line.forfeited for line in own),
            len(own),
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
        PairMeeting(
            player,
            *average([(each.boards, each.score, each.error, each.blocks) for each in own]),
            sum(each.blocks for each in own),
            opponent,
        )
        for (player, opponent), own in sorted(met.items())
    ]


def head_to_head(tallies: Iterable[LineUpTally], player: int, opponent: int) -> PairMeeting | None:
    """Compare *player* with *opponent* over *tallies* of one variant; None if no tally compares them."""
    scores, games, points = Scores(), 0, [0, 0]
    for tally in tallies:
        pair = _pair(tally, player, opponent)
        if pair is not None:
            sums = tally.pair_sums()[pair]
            scores.add(sums if player < opponent else _turn(sums, tally.most), tally.most)
            games += tally.boards * tally.games
            for which, each in enumerate((player, opponent)):
                points[which] += tally.points[tally.players.index(each)]
    if not games:
        return None
    return PairMeeting(player, *scores.summary, opponent, points[0] / games, points[1] / games)


def _pair(tally: LineUpTally, player: int, opponent: int) -> int | None:
    pair = {player, opponent}
    return next((at for at, (i, j) in enumerate(tally.pairs) if {tally.players[i], tally.players[j]} == pair), None)


def _turn(sums: Sums, most: int) -> Sums:
    """Return the other player's sums: if one has h half points on n boards, the other has n most - h."""
    return sums._replace(
        halves=sums.boards * most - sums.halves,
        squares=sums.boards * most**2 - 2 * most * sums.halves + sums.squares,
        block_halves=sums.block_boards * most - sums.block_halves,
        block_squares=sums.block_boards * most**2 - 2 * most * sums.block_halves + sums.block_squares,
    )
