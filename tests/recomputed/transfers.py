"""Does a bot do better whenever a certain bot sits with it? (docs/explanation/pools.md)"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from itertools import permutations
from math import fsum, sqrt
from typing import NamedTuple

from tests.recomputed.boards import Board
from tests.recomputed.intervals import t_cdf

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
    found = {pair: one for pair, one in tested.items() if one}
    rarest, is_rare = sorted(found, key=lambda pair: (found[pair].chance, pair)), True
    for place, pair in enumerate(rarest):
        is_rare = is_rare and found[pair].chance * (len(rarest) - place) < 0.01
        found[pair] = found[pair]._replace(flagged=is_rare)
    return {pair: found[pair] for pair in rarest}


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
    found: LineUps = defaultdict(list)
    for board in boards:
        found[tuple(board.bots)].append(board)
    return found


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
