"""Either of two gateways may stop, die or hang without loss."""

import os
import signal

import pytest

from tests.chaos.test_upgrade import GATEWAYS, restart
from tests.house import BOTS, open_house

pytestmark = pytest.mark.slow


def test_a_rolling_restart_loses_nothing_for_bots_of_the_kit() -> None:
    with open_house(workers=2, kit="random", gateways=2) as house:
        house.start_tournament(boards=120, hands=2)
        for name in GATEWAYS:
            house.wait_until_played_on()
            restart(house, name)
        house.wait_until_played_on()
        house.finish()


def test_a_gateway_that_is_killed_loses_nothing_while_its_worker_lives() -> None:
    with open_house(workers=2, think=0.02, gateways=2) as house:
        house.start_tournament(boards=3, hands=1)
        for name in GATEWAYS:
            house.wait_until_played_on()
            house.kill(name)
        house.finish()


def test_a_gateway_that_hangs_is_left_by_bots_and_workers() -> None:
    with open_house(workers=2, kit="random", gateways=2) as house:
        house.start_tournament(boards=60, hands=2)
        house.wait_until_played_on()
        hung = house.arena.pid_of("gateway")
        os.kill(hung, signal.SIGSTOP)
        try:
            house.wait_until(lambda: house.bots_at()[house.arena.gateways[1]] == len(BOTS))
            house.finish()
        finally:
            os.kill(hung, signal.SIGCONT)
