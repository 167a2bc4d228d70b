"""Ranks as ranges, of numbers with intervals."""

from collections.abc import Sequence

Ends = tuple[float | None, float | None]  # of a 95% interval; None where an end is open


def surely_above(one: Ends, other: Ends) -> bool:
    """Return whether all of one interval is above all of the other."""
    return one[0] is not None and other[1] is not None and one[0] > other[1]


def ranks_of(intervals: Sequence[Ends]) -> list[tuple[int, int]]:
    """Return for each interval the first and the last place that it may have, from 1."""
    return [
        (
            1 + sum(surely_above(other, own) for other in intervals),
            len(intervals) - sum(surely_above(own, other) for other in intervals),
        )
        for own in intervals
    ]
