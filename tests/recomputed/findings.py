"""Luck, memory, seats, surprises and transfers, by the pages luck, pools and ratings of docs/explanation."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations, permutations
from math import fsum, sqrt
from typing import NamedTuple

from tests.recomputed.boards import Board
from tests.recomputed.intervals import t_cdf, t_quantile
from tests.recomputed.means import Row, row
from tests.recomputed.official import Fit, Part, fitted

Points = list[tuple[float, float]]  # of a bot's board: its own, and the house bot's


class LessLuck(NamedTuple):
    boards: int
    points: float
    error: float
    less_luck: float
    less_luck_error: float


def less_luck(boards: Iterable[Board]) -> dict[str, LessLuck]:
    """By bot, of the boards whose deal the house bot has played."""
    known = [(board, board.house) for board in boards if board.house is not None]
    halves: list[dict[str, Points]] = [defaultdict(list), defaultdict(list)]
    houses: list[list[int]] = [[], []]
    for board, house in known:
        half = bytes.fromhex(board.seed)[0] & 1
        houses[half].append(house)
        for bot in board.bots:
            halves[half][bot].append((sum(board.points[bot]), house))
    slopes = [_slope(halves[1]), _slope(halves[0])]  # each half takes that of the other
    means = [fsum(each) / max(1, len(each)) for each in houses]
    lines = {}
    for bot in {**halves[0], **halves[1]}:
        games = next(len(board.games) for board, _ in known if bot in board.bots)
        raw = [p for half in halves for p, _ in half.get(bot, [])]
        less = [p - slopes[h] * (q - means[h]) for h in (0, 1) for p, q in halves[h].get(bot, [])]
        part = fsum(len(halves[h].get(bot, ())) ** 2 / max(1, len(houses[h])) for h in (0, 1)) / len(raw)
        error = sqrt((1 - part) * row(less).error ** 2 + part * row(raw).error ** 2)
        figures = (fsum(raw) / len(raw), row(raw).error, fsum(less) / len(less), error)
        lines[bot] = LessLuck(len(raw), *(each / games for each in figures))
    return lines


def _slope(half: dict[str, Points]) -> float:
    """Least squares, within bots."""
    together = spread = 0.0
    for own in half.values():
        p, q = (fsum(each[at] for each in own) / len(own) for at in (0, 1))
        together += fsum((a - p) * (b - q) for a, b in own)
        spread += fsum((b - q) ** 2 for _, b in own)
    return together / spread if spread else 0.0


class Gain(NamedTuple):
    """Of the last game of a board over the first, with its 99% interval from 10 boards on."""

    boards: int
    gain: float
    low: float | None
    high: float | None

    @property
    def flagged(self) -> bool:
        return self.low is not None and self.high is not None and not self.low <= 0 <= self.high


def memory(boards: Sequence[Board]) -> dict[str, Gain]:
    """Of one variant of a tournament, by bot."""
    worth = _worth(boards)
    gains: dict[str, list[float]] = defaultdict(list)
    for board in boards:
        for bot in board.bots:
            first, last = (_less_seat(board, game, bot, worth) for game in (board.games[0], board.games[-1]))
            gains[bot].append(last - first)
    return {bot: _gain(own) for bot, own in gains.items()}


def _worth(boards: Iterable[Board]) -> dict[int, float]:
    """By seat: the mean score of all who sat there in first and in last games."""
    taken: dict[int, list[float]] = defaultdict(list)
    for board in boards:
        for game in (board.games[0], board.games[-1]):
            for seat in range(board.sides):
                taken[seat].append(board.taken_in(game, seat))
    return {seat: fsum(own) / len(own) for seat, own in taken.items()}


def _less_seat(board: Board, game: dict[str, list[str]], bot: str, worth: dict[int, float]) -> float:
    seat = game["entrants"].index(bot)
    return board.taken_in(game, seat) - worth[seat]


def _gain(x: Sequence[float]) -> Gain:
    n, mean = len(x), fsum(x) / len(x)
    if n < 10:
        return Gain(n, mean, None, None)
    width = t_quantile(n - 1, 0.995) * sqrt(fsum((each - mean) ** 2 for each in x) / (n - 1) / n)
    return Gain(n, mean, mean - width, mean + width)


def seat_effects(boards: Sequence[Board]) -> list[Row]:
    """Of one variant, by place from the first dealer; of each the mean less 1/2, and so its ends."""
    counted = [board for board in boards if board.tables == 1 and _dealer(board) is not None]
    places = range(counted[0].sides) if counted else ()
    return [_less_half(row([_from_place(board, place) for board in counted])) for place in places]


def seat_scores(boards: Sequence[Board]) -> dict[tuple[str, int], tuple[Row, float]]:
    """Return by bot ("" for all) and place, or seat where the dealer is drawn, its score and mean points."""
    taken: dict[tuple[str, int], list[tuple[float, int]]] = defaultdict(list)
    for board in boards:
        for game in board.games:
            for seat in range(board.sides):
                place = (seat - (_dealer(board) or 0)) % board.sides
                for bot in (game["entrants"][seat], ""):
                    taken[bot, place].append((board.taken_in(game, seat), game["scores"][seat]))
    return {
        key: (row([score for score, _ in own]), fsum(points for _, points in own) / len(own))
        for key, own in taken.items()
    }


def _dealer(board: Board) -> int | None:
    """The seat that deals first; None where each game draws it and seats say nothing."""
    drawn = board.games[0]["options"]["first_dealer"]
    if drawn != "draw":
        return int(drawn)
    return 0 if board.variant.startswith("spades") else None


def _from_place(board: Board, place: int) -> float:
    seat = ((_dealer(board) or 0) + place) % board.sides
    return fsum(board.taken_in(game, seat) for game in board.games) / len(board.games)


def _less_half(pair: Row) -> Row:
    low, high = (None if end is None else end - 0.5 for end in (pair.low, pair.high))
    return pair._replace(score=pair.score - 0.5, low=low, high=high)


class Surprise(NamedTuple):
    """*bot* did better than the ratings say."""

    bot: str
    opponent: str
    boards: int
    score: float
    expected: float
    errors: float

    @property
    def likelihood(self) -> float:
        return 2 * (1 - t_cdf(self.errors, self.boards - 1))


def surprises(part: Part) -> list[Surprise]:
    """Of one official table, the least likely first."""
    tested = sorted(_compare(fitted(part.rows)), key=lambda each: each.likelihood)
    for place, each in enumerate(tested):
        if each.likelihood * (len(tested) - place) > 0.05:
            return tested[:place]
    return tested


def _compare(fit: Fit) -> Iterator[Surprise]:
    for i, j in combinations(range(len(fit.bots)), 2):
        n, q = int(fit.n[i, j]), float(fit.q[i, j])
        h = n * q * float(fit.g[i, i] + fit.g[j, j] - 2 * fit.g[i, j])
        if n < 10 or h > 0.9:
            continue
        if fit.score[i, j] < n * fit.e[i, j]:
            i, j = j, i
        x, e = float(fit.score[i, j]) / n, float(fit.e[i, j])
        v = (float(fit.squares[i, j]) - n * x * x + 2 * q) / (n + 1) / n
        yield Surprise(fit.bots[i], fit.bots[j], n, x, e, (x - e) / sqrt(max(v, fit.d * q / n) * (1 - h)))


LineUps = dict[tuple[str, ...], list[Board]]


class Transfer(NamedTuple):
    boards: int
    more: float
    error: float
    chance: float
    flagged: bool


def transfers(boards: Sequence[Board]) -> dict[tuple[str, str], Transfer]:
    """Of one variant, by helper and helped, the least likely first."""
    if not boards or boards[0].sides < 3:
        return {}
    bots = sorted({bot for board in boards for bot in board.bots})
    tested = {(helper, helped): _tested(helper, helped, boards) for helper, helped in permutations(bots, 2)}
    pairs = {pair: one for pair, one in tested.items() if one}
    rarest, is_rare = sorted(pairs, key=lambda pair: (pairs[pair].chance, pair)), True
    for place, pair in enumerate(rarest):
        is_rare = is_rare and pairs[pair].chance * (len(rarest) - place) < 0.01
        pairs[pair] = pairs[pair]._replace(flagged=is_rare)
    return {pair: pairs[pair] for pair in rarest}


def _tested(helper: str, helped: str, boards: Iterable[Board]) -> Transfer | None:
    of_helped = [board for board in boards if helped in board.bots]
    apart = _by_line_up(board for board in of_helped if helper not in board.bots)
    without = _means(helped, apart)
    sat = [board for board in of_helped if helper in board.bots and _thirds(board, helped) & without.keys()]
    together = _by_line_up(sat)
    if min(len(together), len(apart)) < 6:
        return None
    x = [
        (third, board.scores[helped, third] - without[third][1])
        for board in sat
        for third in _thirds(board, helped) & without.keys()
    ]
    more = fsum(each for _, each in x) / len(x)
    weight = {third: sum(one == third for one, _ in x) for third in without}
    with_helper = [
        fsum(
            board.scores[helped, third] - without[third][1] - more
            for board in own
            for third in _thirds(board, helped) & without.keys()
        )
        for own in together.values()
    ]
    without_helper = [
        fsum(
            weight[third] / without[third][0] * (board.scores[helped, third] - without[third][1])
            for board in own
            for third in _thirds(board, helped)
        )
        for own in apart.values()
    ]
    error = sqrt(_scatter(with_helper) + _scatter(without_helper)) / len(x)
    if error < 1e-9:
        return Transfer(len(sat), more, 0.0, 0.5 ** len(together), False) if more > 1e-9 else None
    return Transfer(len(sat), more, error, 1 - t_cdf(more / error, len(together) - 1), False)


def _by_line_up(boards: Iterable[Board]) -> LineUps:
    groups: LineUps = defaultdict(list)
    for board in boards:
        groups[tuple(board.bots)].append(board)
    return groups


def _means(helped: str, apart: LineUps) -> dict[str, tuple[int, float]]:
    """By third bot: boards without the helper, and the mean score against it there."""
    taken: dict[str, list[float]] = defaultdict(list)
    for board in (board for own in apart.values() for board in own):
        for third in _thirds(board, helped):
            taken[third].append(board.scores[helped, third])
    return {third: (len(own), fsum(own) / len(own)) for third, own in taken.items()}


def _thirds(board: Board, helped: str) -> set[str]:
    return set(board.bots) - {helped}


def _scatter(influences: Sequence[float]) -> float:
    return fsum(each * each for each in influences) * len(influences) / (len(influences) - 1)
