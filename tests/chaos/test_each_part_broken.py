"""A minute of `make chaos`: every kind of process and line is broken once, in an order that a seed makes."""

import random
from pathlib import Path
from typing import Final

import pytest

from tests.sizes import IS_LONG
from tools.chaos.broken import broken_house, folder_of, parts_of
from tools.chaos.check import check_house
from tools.chaos.run import inflict
from tools.chaos.schedule import KINDS, LASTING, Fault
from tools.chaos.voids import voids

MOMENT: Final = 1.0  # seconds that a fault lasts here
LEFT_OUT: Final = ("pair", "disk", "inodes")  # they take a house of another kind
SHORT: Final = [
    *(("kill", part) for part in ("worker", "gateway", "valkey", "postgres", "bot", "page", "zygote", "supervisor")),
    *(("stop", "worker"), ("stop", "gateway"), ("terminate", "postgres"), ("fill", "valkey")),
    *(("cut", "worker line"), ("halve", "bot line"), ("halve", "store line")),
]


def schedule(seed: int) -> list[Fault]:
    chance = random.Random(seed)
    kinds = [kind for kind in KINDS if kind[1] not in LEFT_OUT] if IS_LONG else SHORT
    return [
        Fault(kind, part, chance.randrange(1000), 0.0, MOMENT if kind in LASTING else 0.0)
        for kind, part in chance.sample(kinds, len(kinds))
    ]


@pytest.mark.timeout(1200)
@pytest.mark.faults
def test_nothing_is_lost_doubled_changed_or_voided_without_need() -> None:
    done = []
    with folder_of(None) as folder, broken_house(Path(folder), boards=4) as house:
        parts = parts_of(house)
        for fault in schedule(seed=17):
            if fault.part in parts:
                done.append(inflict(house, fault))
        house.wait_until_over()
        verdict = check_house(house, done)
        assert verdict.is_good, verdict
        assert [void for void in voids(house, done) if not void.evidence] == []
