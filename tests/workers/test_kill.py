import os
import signal

import pytest

from tests.house import open_house
from tests.sizes import sized


@pytest.mark.faults
def test_a_worker_killed_in_the_middle_loses_nothing_and_nobody_is_asked_twice() -> None:
    with open_house(workers=2, think=0.01) as house:
        house.start_tournament(boards=sized(1, 4), hands=1)
        for kill in range(sized(1, 3)):
            house.wait_until_asked(sized(60, 300) * (kill + 1))
            os.kill(house.busy_worker(), signal.SIGKILL)
        house.finish()
        assert house.take_overs() > 0
        assert max(house.asked().values()) == 1


@pytest.mark.slow
def test_columnar_bots_do_not_notice_that_their_worker_was_killed() -> None:
    with open_house(workers=2, think=0.002, columnar=True) as house:
        house.start_tournament(boards=8, hands=1, variants=("spades-4",))
        house.wait_until_asked(600)
        os.kill(house.busy_worker(), signal.SIGKILL)
        house.finish()
        assert house.take_overs() > 0
        assert max(house.asked().values()) <= 2  # what was open is put once more, in another batch
