import os
import signal

from tests.workers.house import open_house


def test_a_worker_killed_in_the_middle_loses_nothing_and_nobody_is_asked_twice() -> None:
    with open_house(workers=2, think=0.01) as house:
        house.start_tournament(boards=2, hands=1)
        house.wait_until_asked(150)
        os.kill(house.busy_worker(), signal.SIGKILL)
        house.wait_until_finished()
        house.check()
        assert house.take_overs() > 0
        assert house.voided() == 0
        assert max(house.asked().values()) == 1
        assert not any(game.infractions for game in house.games())
