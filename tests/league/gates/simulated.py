"""Simulate many whole gates at once: the differences of their deals, and their decisions."""

import math
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
import numpy.typing as npt

from arena.league.gates.betting import STAKES, Terms
from arena.league.gates.evidence import CONFIDENCE
from arena.league.schedules.schedule import BLOCK

Numbers = npt.NDArray[np.float64]
MOST = 24  # half points on a board of four: a deal's difference is a whole number of 24ths
STEPS = np.arange(-MOST, MOST + 1)
_NORMAL = np.linspace(-9, 9, 100_001)
_NORMAL_CDF = np.array([math.erfc(-x / math.sqrt(2)) / 2 for x in _NORMAL])


@dataclass(frozen=True)
class Kind:
    """A distribution of differences. *chances*: of each of STEPS, up to a factor, before they are given a mean.

    *memory*: r of an AR(1) over all deals of a gate: g' = r g + sqrt(1 - r^2) e with e standard normal; each deal is
    the quantile of its g. *alike*: all deals of a block are one and the same. *apart*: two variants by turns, whose
    means lie so far above and below that of both.
    """

    name: str
    chances: Numbers
    memory: float = 0.0
    alike: bool = False
    apart: float = 0.0

    def with_mean(self, mean: float) -> Numbers:
        """Return the chances times e^(t x), with the t that gives them that mean."""
        low, high = -400.0, 400.0
        for _ in range(100):
            t = (low + high) / 2
            chances = self.chances * np.exp(t * STEPS / MOST - abs(t))
            low, high = (t, high) if chances @ STEPS < mean * MOST * chances.sum() else (low, t)
        return np.asarray(chances / chances.sum())

    def spread(self) -> float:
        """Return the standard deviation of a deal's difference with mean 0."""
        return math.sqrt(self.with_mean(0) @ (STEPS / MOST) ** 2 + self.apart**2)

    def deals(self, mean: float, gates: int, deals: int, rng: np.random.Generator) -> Numbers:
        """Draw a row of differences for each gate; *deals* is a number of whole rounds."""
        drawn = self._drawn(gates, deals, rng).reshape(gates, -1, BLOCK)
        differences = np.empty_like(drawn)
        for turn, own in enumerate((mean + self.apart, mean - self.apart)):
            ladder = np.cumsum(self.with_mean(own))[:-1]
            differences[:, turn::2] = STEPS[np.searchsorted(ladder, drawn[:, turn::2])] / MOST
        return differences.reshape(gates, deals)

    def _drawn(self, gates: int, deals: int, rng: np.random.Generator) -> Numbers:
        if self.alike:
            return np.repeat(rng.random((gates, deals // BLOCK)), BLOCK, axis=1)
        if not self.memory:
            return rng.random((gates, deals))
        rows = rng.standard_normal((deals, gates))
        rows[1:] *= math.sqrt(1 - self.memory**2)
        for before, row in pairwise(rows):
            row += self.memory * before
        return np.asarray(np.interp(rows.T, _NORMAL, _NORMAL_CDF))


def _bell(spread: float) -> Numbers:
    chances = np.exp(-0.5 * (STEPS / MOST / spread) ** 2)
    return np.asarray(chances / chances.sum())


def _mixed(often: Numbers, rarely: float, rare: int) -> Numbers:
    return (1 - rarely) * often + np.where(rare == STEPS, rarely, 0)


_SKEWED = np.where(STEPS >= -4, np.exp(-STEPS / 4), 0)
KINDS = (
    Kind("normal", _bell(0.25)),
    Kind("nearly alike", _bell(0.1)),
    Kind("rarely much better", _SKEWED),
    Kind("rarely much worse", _SKEWED[::-1]),
    Kind("nine of ten equal", _mixed(_bell(0.3), 0.9, 0)),
    Kind("autocorrelated, r = 0.5", _bell(0.25), memory=0.5),
    Kind("gains 1/24, of 25 loses 1", _mixed(_mixed(_bell(0.001), 1.0, 1), 0.04, -MOST)),
    Kind("crash, of 100 deals one", _mixed(_bell(0.1), 0.01, -MOST)),
    Kind("crash, of 100 blocks one", _mixed(_bell(0.1), 0.01, -MOST), alike=True),
    Kind("two variants, +0.1 and -0.1", _bell(0.25), apart=0.1),
)


@dataclass(frozen=True)
class Ends:
    """Decisions of gates, after how many deals, and whether the interval held the true mean there."""

    stronger: npt.NDArray[np.bool_]
    not_stronger: npt.NDArray[np.bool_]
    deals: npt.NDArray[np.int64]
    held: npt.NDArray[np.bool_]


def log_wealth(shares: Numbers, fair: float) -> Numbers:
    """Return the wealth of `arena.league.gates.betting` after each of a row's blocks; a test compares."""
    with np.errstate(divide="ignore"):
        each = [np.cumsum(np.log(1 - stake + stake * shares / fair), axis=1) for stake in STAKES]
    return np.asarray(np.logaddexp.reduce(each)) - math.log(len(STAKES))


def ends(kind: Kind, mean: float, differences: Numbers, terms: Terms) -> Ends:
    """Return the decisions of gates with these differences, at tables of more than two sides."""
    shares = (1 + differences.reshape(len(differences), -1, BLOCK).mean(axis=2)) / 2
    above, below = ((1 + each) / 2 for each in terms.differences)
    stronger = log_wealth(shares, above) >= -math.log(terms.alpha)
    not_stronger = log_wealth(1 - shares, 1 - below) >= -math.log(terms.beta)
    looked = slice(1, None, 2) if kind.apart else slice(None)  # after whole rounds
    decided = np.zeros_like(stronger)
    decided[:, looked] = (stronger | not_stronger)[:, looked]
    decided[:, -1] = True
    rows, last = np.arange(len(shares)), decided.argmax(axis=1)
    true, enough = (1 + mean) / 2, math.log(2 / (1 - CONFIDENCE))
    refuted = [(log_wealth(shares, true), enough), (log_wealth(1 - shares, 1 - true), enough)]
    held = np.all([wealth[rows, last] < bound for wealth, bound in refuted], axis=0)
    passed = stronger[rows, last]
    return Ends(passed, not_stronger[rows, last] & ~passed, BLOCK * (last + 1), held)
