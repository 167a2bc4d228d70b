import sys
import time

import psycopg
import pytest

from tests.house import BOTS, House, open_house
from tests.sizes import sized

RESTARTS = 2
PATIENT = (sys.executable, "-m", "tests.workers.patient_bot", "--max-seats", "64")


def connected(house: House) -> int:
    with psycopg.connect(house.arena.dsn) as connection:
        row = connection.execute("SELECT count(*) FROM instances").fetchone()
    assert row is not None
    return int(row[0])


@pytest.mark.faults
def test_bots_that_are_restarted_one_after_another_lose_nothing() -> None:
    """A replaced process answers what it was deciding and hands over the rest."""
    with open_house(kit="simple", commands={"ash": PATIENT, "birch": PATIENT}) as house:
        house.start_tournament(boards=sized(2, 4), hands=sized(1, 2))
        boards = house.progress().boards
        for restart in range(RESTARTS):
            house.wait_until_closed((restart + 1) * boards // (RESTARTS + 2))
            bot = ("ash", "birch")[restart % 2]
            old = house.bots[bot]
            house.start_bot(bot)
            while connected(house) <= len(BOTS):
                time.sleep(0.05)
            old.terminate()
            assert old.wait() == 0
        house.finish()
        log = (house.folder / "ash.err").read_text()
        assert log.count("leaving after the open decisions") == RESTARTS // 2
