"""Coefficients fitted to played hands (docs/explanation/house-bots.md), by variant, read from `fitted.json`."""

import json
from pathlib import Path
from typing import Any, Final, NamedTuple

SPADES: Final = ("spades-3", "spades-4", "spades-5", "spades-5-2jokers", "spades-5-3jokers")


class Lines(NamedTuple):
    """Logistic regressions of the outcome of a bid in spades on the hand and the earlier bids.

    Each list holds the weights of one regression, in the order of the inputs named here. "Other bids" is the sum of
    the other seats' bids minus *said* for each.

    Attributes:
        said: The mean of all bids, in tricks.
        made: The bid is made. Inputs: 1, likely tricks minus the bid, the bid, other bids.
        one_fails, one_over: Fewer or more tricks than "one_for_50" needs. Inputs: 1, likely tricks, other bids.
        two_fails, two_over: The same for "two_for_40".
        nil: The seat takes no trick. Inputs: `nil_signs`; the list is empty where nil is never bid.
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
# By variant: weights of the signs of a card in `pinochle_play.py`, in counters.
LEADS: Final[dict[str, list[float]]] = _FITTED["leads"]
FOLLOWS: Final[dict[str, list[float]]] = _FITTED["follows"]
# By variant: weights of the signs of a hand in `hands.py`, for a hand as dealt, and for a hand after discarding.
DEALT: Final[dict[str, list[float]]] = _FITTED["dealt"]
PLAYED: Final[dict[str, list[float]]] = _FITTED["played"]
# By variant: quantiles 5%, 15%, ... 95% of the points made minus the points predicted by DEALT or PLAYED.
DEALT_SPREAD: Final[dict[str, list[float]]] = _FITTED["dealt_spread"]
PLAYED_SPREAD: Final[dict[str, list[float]]] = _FITTED["played_spread"]
# By variant: the table of `worth.py`, in hundredths of a trick for spades, else in tenths of a counter point.
# The file stores two digits for each entry.
WORTHS: Final[dict[str, list[int]]] = {
    variant: [int(line[place : place + 2]) for line in lines for place in range(0, len(line), 2)]
    for variant, lines in _FITTED["worths"].items()
}
WORTHS["pinochle-chips"] = WORTHS["pinochle-cutthroat"]  # hands of pinochle-chips end too early for a fit
