"""Coefficients of `spades_bids`: logistic regressions of what becomes of a bid on the hand and the bids before.

Fitted once to played hands: docs/explanation/house-bots.md.
"""

from typing import Final, NamedTuple


class Lines(NamedTuple):
    """How a variant's bids come out.

    Attributes:
        said: the mean of all bids, as tricks.
        made: a number of tricks is made: constant, likely tricks less the bid, the bid, what others said beyond *said*.
        one_fails, one_over: fewer and more tricks than "one_for_50": constant, likely tricks, what others said.
        two_fails, two_over: the same of "two_for_40".
        nil: no trick is taken, by the signs of `nil_odds`; empty where it is never bid.
    """

    said: float
    made: tuple[float, ...]
    one_fails: tuple[float, ...]
    one_over: tuple[float, ...]
    two_fails: tuple[float, ...]
    two_over: tuple[float, ...]
    nil: tuple[float, ...]


LINES: Final = {
    "spades-3": Lines(
        said=5.25,
        made=(1.28, 1.58, 0.13, -0.15),
        one_fails=(0.39, -1.15, -0.3),
        one_over=(-1.08, 1.74, -0.2),
        two_fails=(1.92, -1.42, -0.17),
        two_over=(-2.64, 0.9, 0.16),
        nil=(),
    ),
    "spades-4": Lines(
        said=2.39,
        made=(1.66, 2.04, 0.1, -0.08),
        one_fails=(1.63, -3.76, -0.17),
        one_over=(-1.48, 0.8, 0.08),
        two_fails=(2.49, -2.07, 0.16),
        two_over=(-4.16, 1.55, -0.01),
        nil=(0.26, -0.39, -0.07, -0.06, -0.26, -0.09, -0.02),
    ),
    "spades-5": Lines(
        said=2.05,
        made=(1.28, 2.76, 0.3, 0.18),
        one_fails=(1.3, -2.81, -0.25),
        one_over=(-2.95, 1.64, 0.06),
        two_fails=(3.43, -2.72, -0.25),
        two_over=(-5.91, 2.27, 0.03),
        nil=(0.76, -1.01, 0.06, 0.0, -0.21, -0.03, 0.13),
    ),
    "spades-5-2jokers": Lines(
        said=1.98,
        made=(1.54, 2.16, 0.18, 0.01),
        one_fails=(0.18, -2.79, 0.38),
        one_over=(-3.95, 2.32, 0.0),
        two_fails=(2.23, -1.88, 0.22),
        two_over=(-4.94, 2.0, 0.31),
        nil=(1.08, -0.27, -0.29, 0.0, -0.29, -0.07, 0.0),
    ),
    "spades-5-3jokers": Lines(
        said=1.93,
        made=(1.41, 2.2, 0.08, -0.29),
        one_fails=(1.34, -2.91, 0.36),
        one_over=(-3.62, 1.99, 0.02),
        two_fails=(2.86, -2.23, 0.4),
        two_over=(-5.11, 1.92, -0.28),
        nil=(1.24, -0.85, -0.09, 0.04, -0.12, -0.1, -0.06),
    ),
}
