"""Kill a gateway with many bots connected; measure how soon all are back."""

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from arena.local.addresses import is_open
from arena.wire.address import parse_address
from tools.load.crowd import Crowd
from tools.load.stage import Stage

WITHIN: Final = 10.0  # seconds in which a herd has to be back
LOOK: Final = 0.2


@dataclass(frozen=True)
class Herd:
    """Seconds from the kill until the gateway listened again, all were welcomed, and play continued."""

    bots: int
    listened: float
    back: float
    played_on: float

    @property
    def is_good(self) -> bool:
        """Whether all were back in time after the gateway's return."""
        return self.back - self.listened <= WITHIN


def kill_and_wait(stage: Stage, crowd: Crowd, bots: int) -> Herd:
    """Kill the gateway when all bots are connected; wait until they are again."""
    _until(lambda: crowd.connected() == bots)
    stage.house.wait_until_played_on()
    port, pid = parse_address(stage.arena.gateway).port, stage.arena.pid_of("gateway")
    killed = time.monotonic()
    stage.house.kill("gateway")
    _until(lambda: stage.arena.pid_of("gateway") != pid and is_open(port))
    listened = time.monotonic() - killed
    _until(lambda: crowd.welcomed()[0] > killed)
    back = crowd.welcomed()[1] - killed
    stage.house.wait_until_played_on()
    return Herd(bots, listened, back, time.monotonic() - killed)


def _until(is_so: Callable[[], bool]) -> None:
    while not is_so():
        time.sleep(LOOK)


def show(herd: Herd) -> None:
    """Print the line."""
    print(
        f"a herd of {herd.bots} bots whose gateway was killed: it listened after {herd.listened:.1f} s, all were back"
        f" {herd.back - herd.listened:.1f} s later (at most {WITHIN:.0f}), play went on {herd.played_on:.1f} s after it"
    )
