"""Bound a strength by its own mean score.

As if all opponents' strengths were certain. A strength's own boards tell of it by the mean score
alone. So the interval of the mean score, which holds near 0 and 1 too (`interval.py`), is one of
the strength: its ends are the strengths at which those scores would be expected.
"""

from collections.abc import Sequence
from math import sqrt
from typing import Final, TypeAlias

from arena.league.ratings.elo import expected_score
from arena.league.ratings.interval import score_interval

FAR: Final = 60.0  # of strength: beyond what any board could tell
STILL: Final = 1e-12

Ends: TypeAlias = tuple[float | None, float | None]


def own_ends(boards: int, met: Sequence[tuple[int, float, float]], residue: float) -> Ends:
    """Bound a strength from below and above.

    None: no bound on that side; both are None below 10 boards. *met*: of each opponent the boards
    with it, what was scored there, and its strength. *residue*: the sum over the player's boards of
    what it scored less what was expected, squared.
    """
    compared = sum(count for count, _, _ in met)
    error = sqrt(max(0.0, residue) * boards / (boards - 1)) / compared if boards > 1 else 0.0
    interval = score_interval(boards, sum(score for _, score, _ in met) / compared, error) if met else None
    if interval is None:
        return None, None
    low, high = interval
    field = [(count, strength) for count, _, strength in met]
    return (_strength_at(low, field) if low else None), (_strength_at(high, field) if high < 1 else None)


def _strength_at(score: float, field: Sequence[tuple[int, float]]) -> float:
    """Return the strength whose expected mean score is *score*.

    *score* is in (0, 1). *field*: the boards with each opponent, and its strength.
    """
    wanted = score * sum(count for count, _ in field)
    low, high = min(strength for _, strength in field) - FAR, max(strength for _, strength in field) + FAR
    found = (low + high) / 2
    while high - low > STILL:
        short, slope = wanted, 0.0
        for count, strength in field:
            p = expected_score(found - strength)
            short -= count * p
            slope += count * p * (1 - p)
        low, high = (found, high) if short > 0 else (low, found)
        step = found + short / slope if slope else low
        found, before = (step if low < step < high else (low + high) / 2), found
        if abs(found - before) < STILL:
            break
    return found
