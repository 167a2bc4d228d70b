"""Many faults of a schedule under one tournament."""

import pytest

from tests.chaos.run import run, voids
from tests.chaos.schedule import faults
from tests.house import open_house

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("gateways", [1, 3])
def test_forty_faults_lose_double_and_change_nothing(gateways: int) -> None:
    with open_house(workers=2, think=0.02, gateways=gateways, grace=60.0) as house:
        house.start_tournament(boards=10, hands=1)
        house.wait_until_played_on()
        done = run(house, faults(gateways, 40, 2.0), print)
        house.wait_until_finished()
        house.check()
        assert not any(game.infractions for game in house.games())
        assert all(void.is_explained for void in voids(house, done))
