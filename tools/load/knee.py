"""Increase the number of seats; measure where the arena saturates, and what happens beyond."""

import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from typing import Any, Final

from tools.load.crowd import Crowd
from tools.load.stage import Stage
from tools.load.waits import Waits

SEATS: Final = (1, 2, 4, 8, 16, 32, 64)  # offered by each bot
SECONDS: Final = 60.0  # per step; the first half of it warms up
EVERY: Final = 2.0
KEPT: Final = 0.8  # share of the most decisions per second; less beyond the knee is collapse


@dataclass(frozen=True)
class Step:
    """The figures at so many seats per bot."""

    seats: int
    open_seats: float
    tables: float
    decisions: float
    boards: float
    p50: float
    p99: float
    voided: float


def sweep(stage: Stage, names: Sequence[str], pace: float, seed: int, tell: Callable[[str], None]) -> list[Step]:
    """Measure step after step; after Ctrl-C return the steps so far."""
    steps: list[Step] = []
    try:
        for seats in SEATS:
            with Crowd(stage.house.dialled, names, seats, pace, seed) as crowd:
                steps.append(_step(stage, crowd, seats))
            tell(_line(steps[-1]))
    except KeyboardInterrupt:
        tell("stopped: this is what there is")
    return steps


def _step(stage: Stage, crowd: Crowd, seats: int) -> Step:
    stage.keep_owed()
    time.sleep(SECONDS / 2)
    crowd.take()
    waits, began = Waits(stage.arena.dsn), time.monotonic()
    looks = [waits.look()]
    while time.monotonic() - began < SECONDS / 2:
        time.sleep(EVERY)
        looks.append(waits.look())
    taken = crowd.take()
    mean = {name: sum(look[name] for look in looks) / len(looks) for name in ("seats", "tables")}
    boards = (looks[-1]["closed"] - looks[0]["closed"]) / taken.seconds
    shares = taken.share(0.5), taken.share(0.99)
    return Step(seats, mean["seats"], mean["tables"], taken.decisions, boards, *shares, looks[-1]["voided"])


def find_knee(steps: Sequence[Step]) -> Step:
    """Return the step with most power: decisions per second over the arena's own share (L. Kleinrock, ICC 1979)."""
    return max(steps, key=lambda step: step.decisions / step.p50)


def is_good(steps: Sequence[Step]) -> bool:
    """Return whether the last step made nearly as much as any, without void boards."""
    return steps[-1].decisions >= KEPT * max(step.decisions for step in steps) and not steps[-1].voided


def show(steps: Sequence[Step]) -> None:
    """Print the table."""
    print(f"{'seats a bot':>11}{'open seats':>12}{'tables':>8}{'decisions/s':>13}{'boards/s':>10}{'p50':>9}{'p99':>11}")
    for step in steps:
        print(_line(step))
    best = find_knee(steps)
    what = "no knee up to" if best is steps[-1] else "the knee:"
    print(f"{what} {best.open_seats:,.0f} open seats, {best.decisions:,.0f} decisions a second")
    print(f"beyond it: {'back-pressure' if is_good(steps) else 'COLLAPSE'}; voided {steps[-1].voided:.0f}")


def _line(step: Step) -> str:
    return (
        f"{step.seats:>11}{step.open_seats:>12,.0f}{step.tables:>8,.0f}{step.decisions:>13,.0f}{step.boards:>10.2f}"
        f"{step.p50:>6.1f} ms{step.p99:>8.1f} ms"
    )


def as_json(steps: Sequence[Step]) -> dict[str, Any]:
    """Return all of it in JSON's types."""
    knee = asdict(find_knee(steps))
    return {"steps": [asdict(step) for step in steps], "knee": knee, "back-pressure": is_good(steps)}
