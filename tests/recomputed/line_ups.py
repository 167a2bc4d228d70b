"""Boards summed up by line-up, in half points: what official tables and receipts are made of."""

from collections import defaultdict
from collections.abc import Iterable
from itertools import combinations, combinations_with_replacement
from math import fsum
from types import SimpleNamespace

from tests.recomputed.boards import Board


def line_ups(boards: Iterable[Board]) -> list[SimpleNamespace]:
    """Those of one scale, each as a receipt has it."""
    found: dict[tuple[str, ...], list[Board]] = defaultdict(list)
    for board in boards:
        found[tuple(board.bots)].append(board)
    return [_summed(bots, own) for bots, own in found.items()]


def _summed(bots: tuple[str, ...], boards: list[Board]) -> SimpleNamespace:
    most, pairs = 2 * len(bots), list(combinations(bots, 2))
    whole = [{bot: most * board.total(bot) for bot in bots} for board in boards]
    return SimpleNamespace(
        bots=bots,
        boards=len(boards),
        halves=[most * fsum(board.scores[pair] for board in boards) for pair in pairs],
        squares=[most**2 * fsum(board.scores[pair] ** 2 for board in boards) for pair in pairs],
        products=[fsum(each[a] * each[b] for each in whole) for a, b in combinations_with_replacement(bots, 2)],
        by_results=False,
    )
