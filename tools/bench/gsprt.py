"""The test that gates had before, to compare with.

A generalised sequential probability ratio test, deal by deal.

M. Van den Bergh, "Normalized Elo" (2021): differences are taken for normal, and their mean for t0
or t1 times their standard deviation.
"""

import math

import numpy as np

from tests.league.gates.simulated import Numbers

LEAST_DEALS = 20


def log_likelihood_ratio(differences: Numbers, t0: float, t1: float) -> Numbers:
    """Return the log-likelihood ratio of t1 to t0.

    After each of a row's deals, each at its own best standard deviation.
    """
    deals = np.arange(1, differences.shape[1] + 1)
    mean = np.cumsum(differences, axis=1) / deals
    square = np.maximum(np.cumsum(differences**2, axis=1) / deals, 1e-12)
    ratio = deals * (_per_deal(t1, mean, square) - _per_deal(t0, mean, square))
    return np.where(deals < LEAST_DEALS, 0.0, ratio)


def _per_deal(t: float, mean: Numbers, square: Numbers) -> Numbers:
    """Return a deal's log-likelihood at the best deviation.

    Of a mean of *t* standard deviations 1 / s: ln s - q s² / 2 + t m s - t² / 2 where q s² - t m s
    = 1.
    """
    s = (t * mean + np.sqrt((t * mean) ** 2 + 4 * square)) / (2 * square)
    return np.asarray(np.log(s) - square * s * s / 2 + t * mean * s - t * t / 2)


def ends(differences: Numbers, t1: float, error: float) -> tuple[Numbers, Numbers]:
    """Return whether each row was found stronger, and when it ended.

    t1 against 0, both errors *error*; after so many deals.
    """
    ratio, bound = log_likelihood_ratio(differences, 0.0, t1), math.log((1 - error) / error)
    decided = np.abs(ratio) >= bound
    decided[:, -1] = True
    last = decided.argmax(axis=1)
    return ratio[np.arange(len(ratio)), last] >= bound, last + 1
