"""Who else uses the machine changes nothing for a confined bot: charged is its own CPU time."""

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from tests.runner.closed import closed_house, play_closed, played
from tests.runner.test_closed import wait
from tests.sizes import sized

# They look at much before a bid: until so much of their CPU time is gone, by their own reading or by
# the kit's clock, and so often.
BY_CPU = """
import time
from bots.sdk import Bot

class Mine(Bot):
    def bid(self, view):
        until = time.process_time() + 0.06
        while time.process_time() < until:
            pass
        return view.fallback
"""
BY_CLOCK = """
from bots.sdk import Bot

class Mine(Bot):
    def bid(self, view):
        until = view.clock.left - 0.06
        while view.clock.left > until:
            pass
        return view.fallback
"""
BY_COUNT = """
import random
from bots.sdk import Bot

class Mine(Bot):
    def bid(self, view):
        dice = random.Random(repr(view.hand))
        mean = sum(dice.random() for _ in range(300_000)) / 300_000
        return max(view.legal[0], 1) if mean < 0.5 and isinstance(view.legal[0], int) else view.fallback
"""
BOTS = {"cpu": BY_CPU, "clock": BY_CLOCK, "count-1": BY_COUNT, "count-2": BY_COUNT}
MOVE_US = 100_000  # a thought takes more of it on the wall where the machine is not its own


@contextmanager
def neighbours() -> Iterator[None]:
    """Processes that use each core of this machine twice over, while the block runs."""
    busy = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(2 * (os.cpu_count() or 1))]
    try:
        yield
    finally:
        for each in busy:
            each.kill()
            each.wait()


def play() -> list[Any]:
    with closed_house(BOTS) as house:
        play_closed(house, list(BOTS), MOVE_US, bank_us=0, boards=sized(3, 200))
        wait(house)
        games = house.games()
    assert [each for game in games for each in game.infractions] == []
    return played(games)


@pytest.mark.slow
@pytest.mark.timeout(1800)
def test_neighbours_change_no_decision_and_cause_no_infraction() -> None:
    alone = play()
    with neighbours():
        assert play() == alone
