"""Live Elo."""

from collections import defaultdict
from collections.abc import Iterable

from tests.recomputed.boards import Board


def live_elo(boards: Iterable[Board]) -> dict[str, float]:
    """Everybody starts at 1500; all pairs of a board move at once. Tournaments come as they ended."""
    elo: dict[str, float] = defaultdict(lambda: 1500.0)
    for board in boards:
        before = dict(elo)
        for (one, other), score in board.scores.items():
            gap = before.get(other, 1500.0) - before.get(one, 1500.0)
            elo[one] += 32 / board.compared(one) * (score - 1 / (1 + 10 ** (gap / 400)))
    return elo
