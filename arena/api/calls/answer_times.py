"""Compute percentiles of bots' answer times, from the named counts of answers by time."""

from collections.abc import Mapping, Sequence
from math import inf
from typing import Final

from arena.rules.records.play_counts import COUNTS
from arena.rules.records.thinking import WITHIN

HALF, MOST = 50, 95  # percentiles
TIMED: Final = ("said_timed", "cards_timed")


def name_counts(counts: Sequence[int]) -> dict[str, float]:
    """Return *counts*, which are in the order of `COUNTS`, by name; missing counts are 0."""
    return dict.fromkeys(COUNTS, 0.0) | dict(zip(COUNTS, counts, strict=False))


def count_timed(sums: Mapping[str, float]) -> float:
    """Return the number of decisions that were timed one by one, not as a batch."""
    return sum(sums.get(name, 0) for name in TIMED)


def percentile_ms(sums: Mapping[str, float], share: int) -> int | None:
    """Return the shortest time of `WITHIN` (ms) in which *share* percent of answers came, or None."""
    timed, answered = count_timed(sums), 0.0
    for ms in WITHIN:
        answered += sums.get(f"took_{ms}", 0)
        if timed and 100 * answered >= share * timed:
            return ms
    return None


def slowness(sums: Mapping[str, float]) -> tuple[float, float]:
    """Return a sort key that rises with slowness: 95th percentile and median in ms; -1 without timed answers."""
    most, half = (percentile_ms(sums, share) for share in (MOST, HALF))
    return (inf if most is None else most, inf if half is None else half) if count_timed(sums) else (-1.0, -1.0)


def describe_times(sums: Mapping[str, float]) -> str:
    """Return the median and the 95th percentile in words; "" if no answer was timed."""
    return f"half of its answers {_within(sums, HALF)}, 95 of 100 {_within(sums, MOST)}" if count_timed(sums) else ""


def _within(sums: Mapping[str, float], share: int) -> str:
    ms = percentile_ms(sums, share)
    if ms is None:
        return f"take more than {WITHIN[-1] / 1000:g} s"
    return f"within {ms} ms" if ms < 1000 else f"within {ms / 1000:g} s"
