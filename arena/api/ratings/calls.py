"""How often bids were made, beside all others: whether a bot bids what it can make."""

from collections.abc import Mapping
from math import sqrt

from arena.league.ratings.interval import score_interval
from arena.rules import find
from arena.rules.records.play_counts import calls_of
from arena.wire.gen import measures_pb2 as pb


def calls(variant: str, own: Mapping[str, float], others: Mapping[str, float]) -> list[pb.Calls]:
    """Return the bids that somebody called, from the sums of `COUNTS` by name.

    The interval takes every hand as drawn by itself.
    """
    return [
        _call(name, slot, own, others)
        for slot, name in enumerate(calls_of(find(variant)))
        if own.get(f"called_{slot}") or others.get(f"called_{slot}")
    ]


def _call(name: str, slot: int, own: Mapping[str, float], others: Mapping[str, float]) -> pb.Calls:
    count, made, points = _called(own, slot)
    field_count, field_made, field_points = _called(others, slot)
    low, high = _interval(count, made) or (None, None)
    return pb.Calls(
        name=name,
        called=count,
        made=made,
        low=low,
        high=high,
        points=points,
        field_called=field_count,
        field_made=field_made,
        field_points=field_points,
    )


def _called(sums: Mapping[str, float], slot: int) -> tuple[int, float | None, float | None]:
    """Return how often a bid was called, the share made, and the mean points."""
    count = int(sums.get(f"called_{slot}", 0))
    if not count:
        return 0, None, None
    return count, sums[f"called_made_{slot}"] / count, sums[f"called_points_{slot}"] / count


def _interval(count: int, made: float | None) -> tuple[float, float] | None:
    if made is None or count < 2:
        return None
    return score_interval(count, made, sqrt(made * (1 - made) / (count - 1)))
