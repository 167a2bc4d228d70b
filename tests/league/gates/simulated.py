"""Simulate many whole gates at once: the differences of their deals, and their decisions."""

import math
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
import numpy.typing as npt

from arena.league.gates.betting import STAKES, Terms
from arena.league.gates.evidence import CAPPED_BLOCKS, CONFIDENCE, RUNS_ALARM, few_runs
from arena.league.schedules.gate import BLOCK_DEALS

Numbers = npt.NDArray[np.float64]
MOST = 24  # half points on a board of four: a deal's difference is a whole number of 24ths
STEPS = np.arange(-MOST, MOST + 1)
_NORMAL = np.linspace(-9, 9, 100_001)
_NORMAL_CDF = np.array([math.erfc(-x / math.sqrt(2)) / 2 for x in _NORMAL])


@dataclass(frozen=True)
class Kind:
    """A distribution of differences. *chances*: of each of STEPS, up to a factor, before they are given a mean.

    *memory*: r of an AR(1) over all deals of a gate: g' = r g + sqrt(1 - r^2) e with e standard normal; each deal is
    the quantile of its g. An r of 0.25 from deal to deal is 0.5 from board to board: a deal has two. *alike*: all
    deals of a block are one and the same. *apart*: two variants by turns, whose means lie so far above and below that
    of both. *shocks*: blocks in a row that a disturbance lasts, of which it costs *loss* of the score; 5% of all blocks
    are disturbed. It hits both versions, by a coin for each board, or (*alone*) one, drawn for each disturbance.
    """

    name: str
    chances: Numbers
    memory: float = 0.0
    alike: bool = False
    apart: float = 0.0
    shocks: int = 0
    loss: float = 0.25
    alone: bool = False

    @property
    def variants(self) -> int:
        """Return the number of variants."""
        return 2 if self.apart else 1

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

    def deals(self, mean: float, gates: int, deals: int, rng: np.random.Generator) -> tuple[Numbers, Numbers]:
        """Draw a row of differences for each gate, and for each block 1 or -1 if the old or new one is disturbed."""
        drawn = self._drawn(gates, deals, rng).reshape(gates, -1, BLOCK_DEALS)
        differences = np.empty_like(drawn)
        for turn, own in enumerate((mean + self.apart, mean - self.apart)):
            ladder = np.cumsum(self.with_mean(own))[:-1]
            differences[:, turn::2] = STEPS[np.searchsorted(ladder, drawn[:, turn::2])] / MOST
        flat = differences.reshape(gates, deals)
        if not self.shocks:
            return flat, np.zeros((gates, deals // BLOCK_DEALS))
        begun = rng.random((gates, deals // BLOCK_DEALS)) < 0.05 / self.shocks
        side = np.cumsum(begun * rng.choice([-1, 1], begun.shape), axis=1)
        side[:, self.shocks :] -= side[:, : -self.shocks].copy()
        hit = np.sign(np.repeat(side, BLOCK_DEALS, axis=1))
        boards = 1 if self.alone else 2 * (rng.integers(0, 2, hit.shape) - rng.integers(0, 2, hit.shape))
        rows = np.clip(flat + np.rint(MOST * self.loss * hit * boards) / MOST, -1, 1)
        return rows, hit[:, ::BLOCK_DEALS] * self.alone

    def _drawn(self, gates: int, deals: int, rng: np.random.Generator) -> Numbers:
        if self.alike:
            return np.repeat(rng.random((gates, deals // BLOCK_DEALS)), BLOCK_DEALS, axis=1)
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
    Kind("autocorrelated, r = 0.25", _bell(0.25), memory=0.25),
    Kind("gains 1/24, of 25 loses 1", _mixed(_mixed(_bell(0.001), 1.0, 1), 0.04, -MOST)),
    Kind("crash, of 100 deals one", _mixed(_bell(0.1), 0.01, -MOST)),
    Kind("crash, of 100 blocks one", _mixed(_bell(0.1), 0.01, -MOST), alike=True),
    Kind("two variants, +0.1 and -0.1", _bell(0.25), apart=0.1),
    *(Kind(f"both disturbed, blocks: {blocks}", _bell(0.25), shocks=blocks) for blocks in (1, 3, 10)),
    Kind("one disturbed, blocks: 1", _bell(0.25), shocks=1, alone=True),
)
LONG = [Kind(f"one disturbed, blocks: {n}", _bell(0.25), shocks=n, alone=True) for n in (3, 10, 100)]
LONG += [Kind(f"one is dead, blocks: {n}", _bell(0.25), shocks=n, loss=1, alone=True) for n in (1, 10, 100)]


@dataclass(frozen=True)
class Ends:
    """Decisions of gates, after how many deals, and whether the interval held the true mean there."""

    stronger: npt.NDArray[np.bool_]
    not_stronger: npt.NDArray[np.bool_]
    deals: npt.NDArray[np.int64]
    held: npt.NDArray[np.bool_]


def log_wealth(shares: Numbers, fair: float, caps: Numbers) -> Numbers:
    """Return the wealth of `arena.league.gates.betting` after each of a row's blocks; a test compares."""
    shares = np.where(caps > 0, np.minimum(shares, fair), shares)
    with np.errstate(divide="ignore"):
        each = [np.cumsum(np.log(1 - stake + stake * shares / fair), axis=1) for stake in STAKES]
    return np.asarray(np.logaddexp.reduce(each)) - math.log(len(STAKES))


def caps_of(more: Numbers) -> Numbers:
    """Return the cap of each block, given 1 or -1 where the old or the new version has more infractions."""
    caps, streak = np.empty_like(more), np.zeros(len(more))
    for block, of_block in enumerate(more.T):
        streak = of_block * (1 + np.maximum(0, of_block * streak))
        caps[:, block] = of_block * ((abs(streak) - 1) % CAPPED_BLOCKS > 0)
    return caps


def log_wealth_below(shares: Numbers, fair: float, caps: Numbers) -> Numbers:
    """Return the wealth of the bet on less; the new version's caps end where most blocks have one."""
    most = 2 * np.cumsum(caps < 0, axis=1) > np.arange(1, caps.shape[1] + 1)
    return np.where(most, log_wealth(1 - shares, 1 - fair, 0 * caps), log_wealth(1 - shares, 1 - fair, -caps))


def ends(kind: Kind, mean: float, rows: Numbers, terms: Terms, block: int = 4, more: Numbers | int = 0) -> Ends:
    """Return the decisions of gates at tables of over two sides. *block*: deals per bet. *more*: see `caps_of`."""
    shares = (1 + rows.reshape(len(rows), -1, block).mean(axis=2)) / 2
    above, below = ((1 + each) / 2 for each in terms.differences)
    caps = caps_of(np.zeros_like(shares) + more)
    stronger = log_wealth(shares, above, caps) >= -math.log(terms.alpha)
    not_stronger = log_wealth_below(shares, below, caps) >= -math.log(terms.beta)
    looked = slice(1, None, 2) if kind.apart else slice(None)  # after whole rounds
    decided = np.zeros_like(stronger)
    decided[:, looked] = (stronger | not_stronger)[:, looked]
    decided[:, -1] = True
    row, last = np.arange(len(shares)), decided.argmax(axis=1)
    true, enough = (1 + mean) / 2, math.log(2 / (1 - CONFIDENCE))
    refuted = [log_wealth(shares, true, caps), log_wealth_below(shares, true, caps)]
    held = np.all([wealth[row, last] < enough for wealth in refuted], axis=0)
    passed = stronger[row, last]
    return Ends(passed, not_stronger[row, last] & ~passed, block * (last + 1), held)


def warned(kind: Kind, differences: Numbers) -> bool:
    """Return whether one gate warns that the blocks of all these deals come in runs."""
    signs = np.sign(np.rint(MOST * differences).reshape(-1, kind.variants, BLOCK_DEALS).sum(axis=2))
    each = [own[own != 0] for own in signs.T]
    runs = [few_runs(int((own > 0).sum()), int((own < 0).sum()), 1 + int((np.diff(own) != 0).sum())) for own in each]
    return kind.variants * min(runs) < RUNS_ALARM
