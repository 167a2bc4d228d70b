"""Play the boards that a ladder still wants, in processes."""

import signal
import sys
from collections.abc import Iterator, Sequence
from functools import partial
from itertools import pairwise
from multiprocessing import Pool
from multiprocessing.pool import Pool as Processes
from typing import NamedTuple

from tests.bench.strength.boards import Gain, Step, gained
from tests.bench.strength.kept import Kept
from tests.bench.strength.looks import Look, last_look, next_look


class Wishes(NamedTuple):
    """What to measure: ladders, weakest bot first, in each variant; and when to stop."""

    variants: Sequence[str]
    ladders: Sequence[Sequence[str]]
    seed: int
    least: int
    most: int
    jobs: int

    def steps(self) -> Iterator[Step]:
        """Yield the neighbours of each ladder, variant by variant."""
        for variant in self.variants:
            for ladder in self.ladders:
                yield from (Step(variant, stronger, weaker) for weaker, stronger in pairwise(ladder))


class Found(NamedTuple):
    """A step with its last look, None before there is one, and core seconds of that look's boards."""

    step: Step
    look: Look | None
    seconds: float


def measure(wishes: Wishes, kept: Kept) -> None:
    """Play what is missing; progress goes to standard error. Ctrl-C raises, and what was played is kept."""
    with Pool(wishes.jobs, signal.signal, (signal.SIGINT, signal.SIG_IGN)) as pool:
        for step in wishes.steps():
            _step(step, wishes, kept, pool)


def _step(step: Step, wishes: Wishes, kept: Kept, pool: Processes) -> None:
    gains = kept.of(step, wishes.seed)
    while (boards := next_look(points(gains), wishes.least, wishes.most)) is not None:
        work = partial(gained, step, wishes.seed)
        for gain in pool.imap(work, range(len(gains), boards)):
            kept.add(step, wishes.seed, gain)
            _tell(f"{step.variant}: {step.first} over {step.second}, board {len(gains)} of {boards}")
        look = last_look(points(gains), wishes.least, wishes.most)
        assert look is not None
        told = f"{look.mean:+.2f} points a hand, {look.low:+.2f} to {look.high:+.2f}: {look.verdict}"
        _tell(f"{step.variant}: {step.first} over {step.second}, {look.boards} boards, {told}", "\n")


def results(wishes: Wishes, kept: Kept) -> list[Found]:
    """Return what is known of each step."""
    found = []
    for step in wishes.steps():
        gains = kept.of(step, wishes.seed)
        look = last_look(points(gains), wishes.least, wishes.most)
        found.append(Found(step, look, sum(gain.seconds for gain in gains[: look.boards if look else 0])))
    return found


def points(gains: Sequence[Gain]) -> list[float]:
    """Return the gains without their times."""
    return [gain.points for gain in gains]


def _tell(line: str, end: str = "\r") -> None:
    if end == "\n" or sys.stderr.isatty():
        print(f"{line:<100}" if sys.stderr.isatty() else line, end=end, file=sys.stderr, flush=True)
