"""Play the missing boards of a ladder, in processes."""

import signal
import sys
from collections.abc import Iterator, Sequence
from functools import partial
from itertools import pairwise
from multiprocessing import get_context
from multiprocessing.pool import Pool as Processes
from typing import NamedTuple

from tools.bench.strength.boards import Gain, Step, gained
from tools.bench.strength.kept import Kept
from tools.bench.strength.stopping import EVERY, Look, last_look, look_at, reach_of


class Wishes(NamedTuple):
    """A request: ladders, weakest bot first, in each variant; and when to stop."""

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
    """A step with its last look, None before there is one, and the core seconds of that look's boards."""

    step: Step
    look: Look | None
    seconds: float


def measure(wishes: Wishes, kept: Kept) -> None:
    """Play missing boards; report progress on standard error. Ctrl-C raises, and played boards stay stored."""
    with get_context("spawn").Pool(wishes.jobs, signal.signal, (signal.SIGINT, signal.SIG_IGN)) as pool:
        for step in wishes.steps():
            _step(step, wishes, kept, pool)


def _step(step: Step, wishes: Wishes, kept: Kept, pool: Processes) -> None:
    gains, work, reach = kept.of(step, wishes.seed), partial(gained, step, wishes.seed), reach_of(step.variant)
    name = f"{step.variant}: {step.first} over {step.second}"
    look = last_look(points(gains), reach, wishes.least, wishes.most)
    while not _is_over(look, wishes):
        boards = look.boards + EVERY if look else EVERY
        for gain in pool.imap(work, range(len(gains), boards)):
            kept.add(step, wishes.seed, gain)
            _tell(f"{name}, board {len(gains)}{_told(look)}")
        look = look_at(points(gains)[:boards], reach)
    _tell(f"{name}, {look.boards if look else 0} boards{_told(look)}", "\n")


def _is_over(look: Look | None, wishes: Wishes) -> bool:
    if look is None:
        return False
    return look.boards + EVERY > wishes.most or (look.verdict != "open" and look.boards >= wishes.least)


def _told(look: Look | None) -> str:
    return f": {look.mean:+.2f} points a hand, {look.low:+.2f} to {look.high:+.2f}, {look.verdict}" if look else ""


def results(wishes: Wishes, kept: Kept) -> list[Found]:
    """Return the results of each step so far."""
    found = []
    for step in wishes.steps():
        gains = kept.of(step, wishes.seed)
        look = last_look(points(gains), reach_of(step.variant), wishes.least, wishes.most)
        found.append(Found(step, look, sum(gain.seconds for gain in gains[: look.boards if look else 0])))
    return found


def points(gains: Sequence[Gain]) -> list[float]:
    """Return the gains without their times."""
    return [gain.points for gain in gains]


def _tell(line: str, end: str = "\r") -> None:
    if end == "\n" or sys.stderr.isatty():
        print(f"{line:<100}" if sys.stderr.isatty() else line, end=end, file=sys.stderr, flush=True)
