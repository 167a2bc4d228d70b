"""A minute of it in small: every kind of bot at a whole arena, whose gateway is killed."""

import pytest

from tools.load.crowd import Crowd
from tools.load.herd import kill_and_wait
from tools.load.stage import probes, run_stage
from tools.load.waits import Waits

NAMES = [
    "fast-000",
    "fast-001",
    "fast-002",
    "thinking-000",
    "columnar-000",
    "columnar-001",
    "silent-000",
    "flooding-000",
]
pytestmark = pytest.mark.slow
PACE = 0.1
CLOSED = 4


def test_every_kind_plays_and_all_are_back_after_the_gateway_was_killed() -> None:
    names = [*NAMES, *probes(1)]
    with run_stage(names, workers=1, gateways=1, ahead=40) as stage:
        stage.start()
        with Crowd(stage.house.dialled, names, 8, PACE, 1) as crowd:
            herd = kill_and_wait(stage, crowd, len(names))
            waits = Waits(stage.arena.dsn)
            while (played := waits.look())["closed"] < CLOSED:
                stage.house.progress()
            taken = crowd.take()
    assert herd.played_on > herd.back > herd.listened > 0
    assert taken.counts["welcomes"] >= 2 * len(names)
    assert not taken.counts["rejected"]
    assert taken.shares
    assert played["voided"] == 0
