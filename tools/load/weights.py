"""Measure memory and descriptors of processes over time, and whether they grow."""

import os
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from math import sqrt
from pathlib import Path
from typing import Final, NamedTuple

from arena.league.numeric.student import t_quantile

LEVEL: Final = 0.95
SETTLED: Final = 1 / 3  # of a run; before that caches fill
PIECES: Final = 20  # number of means to fit, since neighbouring samples depend on each other
SETTLED_S: Final = 1_000.0  # seconds that the rest has to last: memory still settles in shorter runs
FLAT: Final = 0.02  # growth per hour, as a share of the mean, that counts as none


class Weight(NamedTuple):
    """A process at one moment: MB and descriptors; *anonymous* memory is independent of other processes."""

    at: float
    rss: float
    anonymous: float
    descriptors: float


class Slope(NamedTuple):
    """The growth of a figure: its mean, and its change per hour with the 95% interval."""

    mean: float
    hourly: float
    low: float
    high: float

    @property
    def is_flat(self) -> bool:
        """Whether it does not grow, or by less than `FLAT` of its mean per hour."""
        return self.low <= 0 or self.hourly < FLAT * self.mean


@dataclass
class ProcessSamples:
    """A process by name, its samples, and the number of its restarts."""

    name: str
    pid: Callable[[], int]
    samples: list[Weight]
    restarts: int = 0
    last: int = 0

    def weigh(self) -> None:
        """Add a sample, unless the process has just ended."""
        pid = self.pid()
        self.restarts += self.last not in (0, pid)
        self.last = pid
        with suppress(FileNotFoundError, ProcessLookupError):
            lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()[1:]
            kib = {word: int(size) for word, size, *_ in map(str.split, lines)}
            descriptors = len(os.listdir(f"/proc/{pid}/fd"))
            self.samples.append(Weight(time.monotonic(), kib["Rss:"] / 1000, kib["Anonymous:"] / 1000, descriptors))


def slope_of(times: Sequence[float], values: Sequence[float]) -> Slope | None:
    """Fit a line by least squares to means of the settled part, with Student's interval; None if it is too short."""
    settled = int(len(times) * SETTLED)
    times, values = times[settled:], values[settled:]
    size = len(times) // PIECES
    if size == 0 or times[-1] - times[0] < SETTLED_S:
        return None
    pieces = [slice(first, first + size) for first in range(0, PIECES * size, size)]
    xs, ys = ([sum(of[piece]) / size for piece in pieces] for of in (times, values))
    x, y = sum(xs) / PIECES, sum(ys) / PIECES
    spread = sum((each - x) ** 2 for each in xs)
    slope = sum((one - x) * (other - y) for one, other in zip(xs, ys, strict=True)) / spread
    rest = sum((other - y - slope * (one - x)) ** 2 for one, other in zip(xs, ys, strict=True))
    half = t_quantile((1 + LEVEL) / 2, PIECES - 2) * sqrt(rest / (PIECES - 2) / spread)
    return Slope(y, 3600 * slope, 3600 * (slope - half), 3600 * (slope + half))
