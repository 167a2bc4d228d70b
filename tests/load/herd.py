"""A gateway is killed with many bots connected: how soon are all of them back?"""

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from tests.load.crowd import Crowd
from tests.load.stage import Stage

WITHIN: Final = 10.0  # seconds that a herd has
LOOK: Final = 0.2


@dataclass(frozen=True)
class Herd:
    """How it went: seconds until the last bot was welcomed, until play went on, and dials refused."""

    bots: int
    back: float
    played_on: float

    @property
    def is_good(self) -> bool:
        """Whether all were back in time."""
        return self.back <= WITHIN


def kill_and_wait(stage: Stage, crowd: Crowd, bots: int) -> Herd:
    """Kill the gateway once all bots are there, and wait until they are again."""
    _until(lambda: crowd.connected() == bots)
    stage.house.wait_until_played_on()
    killed = time.monotonic()
    stage.house.kill("gateway")
    _until(lambda: crowd.connected() < bots)
    _until(lambda: crowd.connected() == bots)
    back = crowd.welcomed - killed
    stage.house.wait_until_played_on()
    return Herd(bots, back, time.monotonic() - killed)


def _until(is_so: Callable[[], bool]) -> None:
    while not is_so():
        time.sleep(LOOK)


def show(herd: Herd) -> None:
    """Print the line."""
    print(
        f"a herd of {herd.bots} bots whose gateway was killed: all back after {herd.back:.1f} s"
        f" (at most {WITHIN:.0f}), play went on after {herd.played_on:.1f} s"
    )
