"""Each part is killed once in one tournament.

In the middle of it, and it ends complete and correct. The long set kills them again and again, in
pairs, and compares with an undisturbed run.
"""

import os
import signal

from tests.house import House, open_house
from tests.sizes import sized


def kill(house: House, part: str) -> None:
    """Kill a part of the house.

    A worker's death counts where it plays; a bot is a process that its author starts again.
    """
    if part == "worker":
        os.kill(house.busy_worker(), signal.SIGKILL)
    elif part == "bot":
        house.kill_bot("cedar")
        house.start_bot("cedar")
    else:
        house.kill(part)


def test_each_part_is_killed_once_and_nobody_loses_anything() -> None:
    with open_house(workers=2, think=0.02, grace=60.0) as house:
        house.start_tournament(boards=sized(3, 6), hands=1)
        for part in ("gateway", "valkey", "postgres", "bot", "worker"):
            house.wait_until_played_on(moments=5)
            kill(house, part)
        house.wait_until_finished()
        house.check()
        assert house.take_overs() > 0
        assert not any(game.infractions for game in house.games())
