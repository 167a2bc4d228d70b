"""Define the benchmark's deals and opponents, so that scores compare between machines and years.

See docs/reference/benchmark.md. A version never changes: other deals, opponents, spreads or rules of play need another
version.
"""

from collections.abc import Sequence
from fractions import Fraction
from typing import Any, Final

VERSION: Final = "2026.1"
DEALS: Final = 200  # deals of each variant
OPPONENT: Final = "simple@1"  # the bot in all other seats
OFFICIAL: Final = "2026.2"  # version of the number that a service measures on fresh deals, with these spreads and rules
# The opponents on a service by registered name, and the house bot whose answers each must give.
FROZEN: Final = {"search-1": "search@1:200", "expert-1": "expert@1", "simple-1": "simple@1", "expert-1b": "expert@1"}
SEED: Final = f"arena-benchmark {VERSION}"
ONE_HAND: Final[dict[str, Any]] = {"format": {"kind": "hands", "count": 1}, "max_hands": 1}
MOVE_US: Final = 10_000_000  # microseconds for a decision
BANK_US: Final = 60_000_000  # bank per game, in microseconds

# The standard deviation of the points by which a side is ahead, over all deals and sides, with the opponent everywhere.
SPREADS: Final = {
    "spades-3": 55.74,
    "spades-4": 25.13,
    "spades-5": 41.01,
    "spades-5-2jokers": 34.77,
    "spades-5-3jokers": 37.04,
    "pinochle-chips": 4.77,
    "pinochle-racehorse": 329.41,
    "pinochle-two-handed": 23.39,
    "pinochle-double-deck": 117.22,
    "pinochle-single-deck": 22.11,
    "pinochle-cutthroat": 11.66,
}


def points_ahead(scores: Sequence[int], own: Sequence[int]) -> Fraction:
    """Return a side's points minus the mean of the other seats'; *scores*: by seat, *own*: the side's seats."""
    others = [score for seat, score in enumerate(scores) if seat not in own]
    return scores[own[0]] - Fraction(sum(others), len(others))


def board_points(records: Sequence[dict[str, Any]], bot: str) -> float:
    """Return a bot's mean lead in points over *records*, the games of one board; *bot*: its name there."""
    ahead = (
        points_ahead(record["scores"], [seat for seat, name in enumerate(record["seats"]) if name == bot])
        for record in records
    )
    return float(sum(ahead) / len(records))
