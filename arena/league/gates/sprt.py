"""The gate's test: is the new version stronger? It looks after every deal and stops as soon as it knows.

The generalised sequential probability ratio test of a mean in units of its own standard deviation, as M. Van den Bergh
gives it for chess engines ("Normalized Elo", 2021; the test itself: A. Wald, "Sequential Analysis", 1947): a deal's
difference is normal with mean t sigma, sigma unknown; t is t0 under H0, t1 under H1. What is compared is the likelihood
of either at its own best sigma. Normalised units need no guess of how much luck a variant has.
"""

from dataclasses import dataclass
from math import log, sqrt
from statistics import NormalDist
from typing import Literal

UNIT = 800 / log(10)  # normalised Elo for a mean of one standard deviation
LEAST_DEALS = 20  # the standard deviation is not to be trusted before
Decision = Literal["", "stronger", "not stronger"]


@dataclass(frozen=True)
class Hypotheses:
    """H0: the new version is stronger by *elo0*; H1: by *elo1*, both in normalised Elo of a deal's difference.

    A deal's difference is the new version's mean score in it less the old one's, in [-1, 1].
    *alpha*: how often a version of *elo0* is taken for stronger; *beta*: how often one of *elo1* is not.
    """

    elo0: float = 0.0
    elo1: float = 30.0
    alpha: float = 0.05
    beta: float = 0.05

    @property
    def bounds(self) -> tuple[float, float]:
        """The log-likelihood ratios at which H0 and H1 are taken (Wald)."""
        return log(self.beta / (1 - self.alpha)), log((1 - self.beta) / self.alpha)

    @property
    def fixed_deals(self) -> int:
        """How many deals a test of the same error rates needs that looks once, at the end.

        ((z(1 - alpha) + z(1 - beta)) / (t1 - t0))^2 (NIST/SEMATECH e-Handbook of Statistical Methods, 7.2.2.2).
        """
        errors = NormalDist().inv_cdf(1 - self.alpha) + NormalDist().inv_cdf(1 - self.beta)
        return int((errors * UNIT / (self.elo1 - self.elo0)) ** 2) + 1

    def log_likelihood_ratio(self, deals: int, total: float, squares: float) -> float:
        """Of H1 to H0, from the sums of the differences and of their squares.

        0 before 20 deals, and while no deal made a difference.
        """
        if deals < LEAST_DEALS or not squares:
            return 0.0
        under = [_log_likelihood(elo / UNIT, total / deals, squares / deals) for elo in (self.elo1, self.elo0)]
        return deals * (under[0] - under[1])

    def decision(self, deals: int, total: float, squares: float) -> Decision:
        """What is decided after the last of *deals*, if nothing was before."""
        low, high = self.bounds
        ratio = self.log_likelihood_ratio(deals, total, squares)
        if ratio >= high:
            return "stronger"
        if ratio <= low or (not squares and deals >= self.fixed_deals):
            return "not stronger"  # two that play alike would else be compared for ever
        return ""


def _log_likelihood(t: float, mean: float, square: float) -> float:
    """Per deal, of a mean of *t* standard deviations at the likeliest standard deviation 1 / s, constants left out.

    With m the mean and q the mean square it is ln s - q s² / 2 + t m s - t² / 2, greatest where q s² - t m s = 1.
    """
    s = (t * mean + sqrt((t * mean) ** 2 + 4 * square)) / (2 * square)
    return log(s) - square * s * s / 2 + t * mean * s - t * t / 2
