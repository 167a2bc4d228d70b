"""Bet against a mean: winnings are evidence that is valid at any time.

Shares, each in [0, 1], come one after another. A gambler stakes the part c of its money on a share z, at odds that are
fair for a mean of f. Its money is then multiplied by 1 - c + c z / f. If the mean of the share, given all earlier ones,
is at most f, the expected factor is at most 1. Such wealth, starting at 1, ever reaches N with a probability of at most
1 / N (J. Ville, 1939). So wealth of N shows that the mean is more than f, and is wrong at most once in N times. That is
true for any shares, and however often one looks. I. Waudby-Smith, A. Ramdas, "Estimating means of bounded random
variables by betting", JRSS B 86 (2024). Nothing is fitted to the shares, so their order and grouping do not matter.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from math import exp, fsum, inf, log
from typing import Literal

ELO = 1600 / log(10)  # board Elo per unit of score: the slope of 400 log10(s / (1 - s)) at s = 1/2
Decision = Literal["", "stronger", "not stronger"]


@dataclass(frozen=True)
class Terms:
    """The differences and error rates by which a gate decides.

    A version is "stronger" if it is surely better than *above*, and "not stronger" if it is surely worse than *below*.
    Both are in board Elo, with *above* < *below*; between them either decision is right. *alpha*: the maximum
    probability that a version at *above* or less is called stronger. *beta*: that a version at *below* or more is
    called not stronger.
    """

    above: float = 0.0
    below: float = 20.0
    alpha: float = 0.05
    beta: float = 0.05

    @property
    def differences(self) -> tuple[float, float]:
        """Return *above* and *below*, converted from board Elo to differences of scores."""
        return self.above / ELO, self.below / ELO

    def decision(self, stronger: float, not_stronger: float) -> Decision:
        """Return the decision, given the natural logarithms of the wealth of both bets."""
        if stronger >= -log(self.alpha):
            return "stronger"
        return "not stronger" if not_stronger >= -log(self.beta) else ""


# Each of four gamblers begins with a quarter of the money. High stakes win quickest. If differences are small and
# scatter much, high stakes lose and low stakes win.
STAKES = (1.0, 0.5, 0.25, 0.125)
STEPS = 45  # halvings of [0, 1], after which the ends of intervals are exact to 3e-14

# Number of occurrences of each share and cap. A share with a cap wins no bet on more (cap 1) or on less (cap -1).
Shares = Mapping[tuple[float, int], int]


def log_wealth(shares: Shares, fair: float) -> float:
    """Return the natural logarithm of the wealth after bets that the mean is above *fair*, in (0, 1)."""
    counts = [(min(share, fair) if cap > 0 else share, count) for (share, cap), count in shares.items()]
    each = [fsum(count * _log(1 - stake + stake * share / fair) for share, count in counts) for stake in STAKES]
    most = max(each)
    return most + log(fsum(exp(one - most) for one in each) / len(STAKES))


def against(shares: Shares) -> Shares:
    """Return the shares 1 - z. Bets on these at the fair mean 1 - f are bets that the mean of z is below f."""
    return {(1 - share, -cap): count for (share, cap), count in shares.items()}


def interval(shares: Shares, error: float) -> tuple[float, float]:
    """Return the bounds of the means that no bet refutes.

    This is a confidence sequence: all its intervals together contain the mean, except with probability *error*. A mean
    is refuted when a gambler against it, on either side, has a wealth of 2 / *error*.
    """
    return _lowest(shares, error / 2), 1 - _lowest(against(shares), error / 2)


def _lowest(shares: Shares, error: float) -> float:
    """Return the largest mean that is refuted as too small; by bisection, since wealth falls with *fair*."""
    low, high = 0.0, 1.0
    for _ in range(STEPS):
        middle = (low + high) / 2
        low, high = (middle, high) if log_wealth(shares, middle) >= -log(error) else (low, middle)
    return low


def _log(x: float) -> float:
    return log(x) if x > 0 else -inf
