"""Numbers fitted to played hands (docs/explanation/house-bots.md), by variant, from `fitted.json`."""

import json
from pathlib import Path
from typing import Any, Final, NamedTuple

SPADES: Final = ("spades-3", "spades-4", "spades-5", "spades-5-2jokers", "spades-5-3jokers")


class Lines(NamedTuple):
    """Logistic regressions of a spades bid's outcome on the hand and the bids before.

    Attributes:
        said: The mean of all bids, as tricks.
        made: A bid is made. Weights of: 1, likely tricks minus the bid, the bid, other bids beyond *said*.
        one_fails, one_over: Fewer or more tricks than "one_for_50". Weights of: 1, likely tricks, other bids.
        two_fails, two_over: The same for "two_for_40".
        nil: No trick is taken. Weights of `nil_signs`; empty where nil is never bid.
    """

    said: float
    made: list[float]
    one_fails: list[float]
    one_over: list[float]
    two_fails: list[float]
    two_over: list[float]
    nil: list[float]


_FITTED: Final[dict[str, dict[str, Any]]] = json.loads(Path(__file__).with_name("fitted.json").read_text("utf-8"))

LINES: Final = {variant: Lines(**lines) for variant, lines in _FITTED["bids"].items()}
# Weights of the signs of `signs`, in points of counters.
LEADS: Final[dict[str, list[float]]] = _FITTED["leads"]
FOLLOWS: Final[dict[str, list[float]]] = _FITTED["follows"]
# Weights of the signs of `hands`: for a hand as dealt, and as played where a kitty is taken.
DEALT: Final[dict[str, list[float]]] = _FITTED["dealt"]
PLAYED: Final[dict[str, list[float]]] = _FITTED["played"]
# Quantiles 5%, 15%, ... 95% of the errors of those sums.
DEALT_SPREAD: Final[dict[str, list[float]]] = _FITTED["dealt_spread"]
PLAYED_SPREAD: Final[dict[str, list[float]]] = _FITTED["played_spread"]
# The tables of `worth`, two digits an entry: hundredths of a trick in spades, tenths of a point in pinochle.
WORTHS: Final[dict[str, list[int]]] = {
    variant: [int(line[place : place + 2]) for line in lines for place in range(0, len(line), 2)]
    for variant, lines in _FITTED["worths"].items()
}
WORTHS["pinochle-chips"] = WORTHS["pinochle-cutthroat"]  # its own hands end too early to fit them
