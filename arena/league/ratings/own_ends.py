"""Bound a strength by its own mean score, as if all opponents' strengths were certain.

A player's own boards show its strength by the mean score alone. So the interval of the mean score (`interval.py`),
valid near 0 and 1 too, gives one of the strength. Its ends are the strengths that predict the ends of the score.
"""

from collections.abc import Sequence
from math import sqrt
from typing import Final, TypeAlias

from arena.league.ratings.elo import expected_score
from arena.league.ratings.interval import FEW_BLOCKS, score_interval

FAR: Final = 60.0  # in strength: further than boards could show
STILL: Final = 1e-12

Ends: TypeAlias = tuple[float | None, float | None]


def own_ends(boards: int, blocks: int, met: Sequence[tuple[int, float, float]], residues: tuple[float, float]) -> Ends:
    """Bound a strength from below and above; None is no bound, and both are None below 10 boards or 3 blocks.

    *met*: of each opponent the boards with it, the score there, and its strength. *residues*: the sums over the
    player's blocks, and over its boards, of the square of its score minus the expected score.
    """
    compared = sum(count for count, _, _ in met)
    by_block, by_board = (
        sqrt(max(0.0, residue) * count / max(1, count - 1))
        for residue, count in zip(residues, (blocks, boards), strict=True)
    )
    error = (max(by_block, by_board) if blocks < FEW_BLOCKS else by_block) / compared if met else 0.0
    interval = score_interval(boards, sum(score for _, score, _ in met) / compared, error, blocks) if met else None
    if interval is None:
        return None, None
    low, high = interval
    field = [(count, strength) for count, _, strength in met]
    return (_strength_at(low, field) if low else None), (_strength_at(high, field) if high < 1 else None)


def _strength_at(score: float, field: Sequence[tuple[int, float]]) -> float:
    """Return the strength whose expected mean score is *score*, in (0, 1), against *field*: boards and strengths."""
    wanted = score * sum(count for count, _ in field)
    low, high = min(strength for _, strength in field) - FAR, max(strength for _, strength in field) + FAR
    guess = (low + high) / 2
    while high - low > STILL:
        short, slope = wanted, 0.0
        for count, strength in field:
            p = expected_score(guess - strength)
            short -= count * p
            slope += count * p * (1 - p)
        low, high = (guess, high) if short > 0 else (low, guess)
        step = guess + short / slope if slope else low
        guess, before = (step if low < step < high else (low + high) / 2), guess
        if abs(guess - before) < STILL:
            break
    return guess
