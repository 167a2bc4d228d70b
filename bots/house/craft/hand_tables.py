"""Coefficients of `hands`: linear regressions of what a declarer's side makes beyond the hand's meld, in counters.

Fitted once to played hands: docs/explanation/house-bots.md.
"""

from typing import Final

# The weights of the signs of `hands`, in its order: of a hand as it is dealt.
DEALT: Final = {
    "pinochle-chips": (8.66, 0.5, 0.4, 0.93, 1.91, 2.44),
    "pinochle-racehorse": (8.19, 2.29, 0.94, 2.33, 0.39, 3.13),
    "pinochle-two-handed": (13.53, 0.22, 0.25, 0.6, 1.58, 3.5),
    "pinochle-double-deck": (-9.3, 8.07, 4.78, 4.08, 7.89, 3.96),
    "pinochle-single-deck": (10.75, 0.95, 0.4, 1.02, 0.53, 0.23),
    "pinochle-cutthroat": (7.95, 0.52, 0.83, 1.16, 2.18, 2.27),
}
# The same of a hand as it is played, where a kitty is taken.
PLAYED: Final = {
    "pinochle-chips": (-1.99, 1.24, 0.68, 1.44, 1.06, 0.93),
    "pinochle-two-handed": (4.68, 0.9, 0.74, 1.17, 1.05, 0.87),
    "pinochle-cutthroat": (-1.79, 1.22, 0.65, 1.41, 0.99, 0.93),
}
# By how much hands missed the line: the quantiles 5%, 15%, ... 95%.
DEALT_SPREAD: Final = {
    "pinochle-chips": (-7.9, -5.8, -4.6, -3.3, -2.4, -0.9, 0.6, 3.6, 7.3, 13.0),
    "pinochle-racehorse": (-11.4, -8.2, -5.9, -4.2, -2.4, -0.2, 2.5, 5.6, 9.0, 14.5),
    "pinochle-two-handed": (-8.5, -6.0, -4.5, -3.5, -2.1, -0.8, 1.2, 3.5, 7.4, 12.3),
    "pinochle-double-deck": (-41.9, -31.4, -25.0, -19.8, -13.8, -7.9, -0.9, 6.6, 30.2, 99.9),
    "pinochle-single-deck": (-7.1, -4.8, -3.3, -2.1, -0.8, 0.3, 1.3, 2.7, 4.6, 8.6),
    "pinochle-cutthroat": (-8.0, -6.1, -4.6, -3.3, -2.2, -1.0, 0.9, 3.9, 7.5, 12.3),
}
PLAYED_SPREAD: Final = {"pinochle-chips": (-3.3, -2.2, -1.5, -1.0, -0.4, 0.1, 0.7, 1.5, 2.3, 3.7)}
