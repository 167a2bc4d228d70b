"""A gate between real bots, through real workers and a gateway."""

import os
import signal
import sys
import time

import pytest

from arena.store import Store
from arena.store.gate_rows import GateRow, NewGate
from arena.store.rows import NewVariant
from tests.workers.house import House, open_house

SIMPLE, RANDOM = ([sys.executable, "-m", f"bots.house.{name}", "--max-seats", "64"] for name in ("simple", "random"))
# The bots' names are fixed: the new version is `ash`, the old one `birch`.
BOTS = {"ash": SIMPLE, "birch": RANDOM, "cedar": RANDOM, "dogwood": SIMPLE}
VARIANTS = [NewVariant("spades-3"), NewVariant("pinochle-two-handed")]


def look(house: House, name: str) -> GateRow:
    time.sleep(0.1)
    assert all(bot.poll() is None for bot in house.bots.values())
    found: GateRow = house.store(lambda store: store.gate(name))
    return found


@pytest.mark.slow
def test_a_better_bot_passes_although_a_worker_is_killed_on_the_way() -> None:
    asked = NewGate("ash", "birch", VARIANTS, "g", ("cedar", "dogwood"), allow_same_owner=True, seed="s")

    async def create(store: Store) -> str:
        return await store.create_gate(asked)

    with open_house(workers=2, commands=BOTS) as house:
        house.store(create)
        while look(house, "g").tournament.closed < 4:
            pass
        os.kill(house.busy_worker(), signal.SIGKILL)
        while not (row := look(house, "g")).decision:
            pass
        assert (row.decision, row.tournament.state) == ("stronger", "finished")
        estimate = row.evidence.pooled()
        assert estimate
        assert estimate.new > 0.5 > estimate.old
        assert row.tournament.boards < row.fixed_boards
        while (row := look(house, "g")).tournament.closed < row.tournament.boards:
            pass  # those at the tables end as usual
        assert house.take_overs() > 0
        assert not house.store(lambda store: store.ratings())
