"""Bet against a mean: winnings are evidence, valid at any time.

Shares, each in [0, 1], come one after another. A gambler stakes the part c of its money on a share z, at odds that are
fair for a mean of f. Its money is then multiplied by 1 - c + c z / f. If the mean of the share, given all before it, is
at most f, the expected factor is at most 1. Such wealth, starting at 1, ever reaches N with a chance of at most 1 / N
(J. Ville, 1939). So wealth of N shows that the mean is more than f, and is wrong at most once in N times. That is true
for any shares, and however often one looks. I. Waudby-Smith, A. Ramdas, "Estimating means of bounded random variables
by betting", JRSS B 86 (2024). Nothing is fitted to the shares, so their order and grouping do not matter.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from math import exp, fsum, inf, log
from typing import Literal

ELO = 1600 / log(10)  # board Elo for a whole score: the slope of 400 log10(s / (1 - s)) at a score of one half
Decision = Literal["", "stronger", "not stronger"]


@dataclass(frozen=True)
class Terms:
    """The differences and error rates by which a gate decides.

    A version is "stronger" if it is surely better than *above*, and "not stronger" if it is surely worse than *below*.
    Both are in board Elo, with *above* < *below*; between them either decision is right. *alpha*: how often a version
    at *above* or less is called stronger, at most; *beta*: how often a version at *below* or more fails.
    """

    above: float = 0.0
    below: float = 20.0
    alpha: float = 0.05
    beta: float = 0.05

    @property
    def differences(self) -> tuple[float, float]:
        """*above* and *below* as differences of scores."""
        return self.above / ELO, self.below / ELO

    def decision(self, stronger: float, not_stronger: float) -> Decision:
        """Decide by the log wealth of the bets on either side."""
        if stronger >= -log(self.alpha):
            return "stronger"
        return "not stronger" if not_stronger >= -log(self.beta) else ""


# Each of four gamblers begins with a quarter of the money. High stakes win quickest. If differences are small and
# scatter much, high stakes lose, and low ones win.
STAKES = (1.0, 0.5, 0.25, 0.125)
STEPS = 45  # halvings of [0, 1]: interval ends are exact to 3e-14

Shares = Mapping[float, int]  # how often each share occurred


def log_wealth(shares: Shares, fair: float) -> float:
    """Return the natural log of the wealth from betting on a mean above *fair*, which is in (0, 1)."""
    each = [fsum(count * _log(1 - stake + stake * share / fair) for share, count in shares.items()) for stake in STAKES]
    most = max(each)
    return most + log(fsum(exp(one - most) for one in each) / len(STAKES))


def against(shares: Shares) -> Shares:
    """Return the shares of the other side, 1 - z: with fair odds 1 - f they bet that the mean is below f."""
    return {1 - share: count for share, count in shares.items()}


def interval(shares: Shares, error: float) -> tuple[float, float]:
    """Return the bounds of the means that no bet refutes.

    A confidence sequence: all its intervals contain the mean, except with chance *error*. A mean is refuted when a
    gambler against it has 2 / *error*, on either side.
    """
    return _lowest(shares, error / 2), 1 - _lowest(against(shares), error / 2)


def _lowest(shares: Shares, error: float) -> float:
    """Return the largest mean refuted as too small, by bisection: wealth falls as the fair mean rises."""
    low, high = 0.0, 1.0
    for _ in range(STEPS):
        middle = (low + high) / 2
        low, high = (middle, high) if log_wealth(shares, middle) >= -log(error) else (low, middle)
    return low


def _log(x: float) -> float:
    return log(x) if x > 0 else -inf
