"""Boards summed up by line-up, in half points: what official tables and receipts are made of."""

from collections import defaultdict
from collections.abc import Iterable
from itertools import combinations, combinations_with_replacement
from math import fsum
from types import SimpleNamespace
from typing import Any

from tests.recomputed.boards import Board


def line_ups(boards: Iterable[Board]) -> list[SimpleNamespace]:
    """Those of one scale, by tournament."""
    groups: dict[tuple[str, int, tuple[str, ...]], list[Board]] = defaultdict(list)
    for board in boards:
        groups[board.tournament, board.tables, board.line_up].append(board)
    return [_summed(tables, bots, own) for (_, tables, bots), own in groups.items()]


def groups(row: Any) -> list[list[str]]:
    """Who of a line-up are compared: all, or at several tables as many who stand together."""
    bots = list(row.bots)
    size = row.tables_per_board if row.tables_per_board > 1 else len(bots)
    return [bots[first : first + size] for first in range(0, len(bots), size)]


def pairs(row: Any) -> list[tuple[str, str]]:
    """In the order of `halves` and `squares`."""
    return [pair for group in groups(row) for pair in combinations(group, 2)]


def most(row: Any) -> int:
    """Half points that a pair shares on a board."""
    return 2 if row.tables_per_board > 1 else 2 * len(row.bots)


def _summed(tables: int, bots: tuple[str, ...], boards: list[Board]) -> SimpleNamespace:
    row = SimpleNamespace(bots=bots, boards=len(boards), tables_per_board=tables, by_results=False)
    own, half = pairs(row), most(row)
    whole = [{bot: half * board.total(bot) for bot in bots} for board in boards]
    row.halves = [half * fsum(board.scores[pair] for board in boards) for pair in own]
    row.squares = [half**2 * fsum(board.scores[pair] ** 2 for board in boards) for pair in own]
    row.by_board = _cluster(bots, [[each] for each in whole])
    blocks: dict[int, list[dict[str, float]]] = defaultdict(list)
    for board, each in zip(boards, whole, strict=True):
        blocks[board.block].append(each)
    row.blocks, row.by_block = len(blocks), _cluster(bots, list(blocks.values()))
    return row


def _cluster(bots: tuple[str, ...], clusters: list[list[dict[str, float]]]) -> SimpleNamespace:
    """Sum up clusters of n boards: n squared, n times a bot's total, and products of totals."""
    sums = [({bot: fsum(board[bot] for board in own) for bot in bots}, len(own)) for own in clusters]
    return SimpleNamespace(
        boards=sum(n * n for _, n in sums),
        totals=[fsum(n * own[bot] for own, n in sums) for bot in bots],
        products=[fsum(own[a] * own[b] for own, _ in sums) for a, b in combinations_with_replacement(bots, 2)],
    )
