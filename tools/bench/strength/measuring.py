"""Play the missing boards of a ladder, in processes."""

import signal
import sys
from collections.abc import Iterator, Sequence
from functools import partial
from itertools import pairwise
from multiprocessing import get_context
from multiprocessing.pool import Pool as Processes
from typing import NamedTuple

from tools.bench.strength.boards import Gain, Step, measure_gain
from tools.bench.strength.kept import BoardFile
from tools.bench.strength.stopping import EVERY, Look, last_look, look_at, reach_of


class LadderPlan(NamedTuple):
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


class StepResult(NamedTuple):
    """A step with its last look, None before there is one, and the core seconds of that look's boards."""

    step: Step
    look: Look | None
    seconds: float


def measure(wishes: LadderPlan, kept: BoardFile) -> None:
    """Play missing boards; report progress on standard error. Ctrl-C raises, and played boards stay stored."""
    with get_context("spawn").Pool(wishes.jobs, signal.signal, (signal.SIGINT, signal.SIG_IGN)) as pool:
        for step in wishes.steps():
            _step(step, wishes, kept, pool)


def _step(step: Step, wishes: LadderPlan, kept: BoardFile, pool: Processes) -> None:
    gains, work, reach = kept.of(step, wishes.seed), partial(measure_gain, step, wishes.seed), reach_of(step.variant)
    name = f"{step.variant}: {step.first} over {step.second}"
    look = last_look(points(gains), reach, wishes.least, wishes.most)
    while not _is_over(look, wishes):
        boards = look.boards + EVERY if look else EVERY
        for gain in pool.imap(work, range(len(gains), boards)):
            kept.add(step, wishes.seed, gain)
            _show_progress(f"{name}, board {len(gains)}{_format_look(look)}")
        look = look_at(points(gains)[:boards], reach)
    _show_progress(f"{name}, {look.boards if look else 0} boards{_format_look(look)}", "\n")


def _is_over(look: Look | None, wishes: LadderPlan) -> bool:
    if look is None:
        return False
    return look.boards + EVERY > wishes.most or (look.verdict != "open" and look.boards >= wishes.least)


def _format_look(look: Look | None) -> str:
    return f": {look.mean:+.2f} points a hand, {look.low:+.2f} to {look.high:+.2f}, {look.verdict}" if look else ""


def results(wishes: LadderPlan, kept: BoardFile) -> list[StepResult]:
    """Return the results of each step so far."""
    steps = []
    for step in wishes.steps():
        gains = kept.of(step, wishes.seed)
        look = last_look(points(gains), reach_of(step.variant), wishes.least, wishes.most)
        steps.append(StepResult(step, look, sum(gain.seconds for gain in gains[: look.boards if look else 0])))
    return steps


def points(gains: Sequence[Gain]) -> list[float]:
    """Return the gains without their times."""
    return [gain.points for gain in gains]


def _show_progress(line: str, end: str = "\r") -> None:
    if end == "\n" or sys.stderr.isatty():
        print(f"{line:<100}" if sys.stderr.isatty() else line, end=end, file=sys.stderr, flush=True)
