"""What a bot in any language has to stand, told of the command that starts it."""

import random
import time
from collections.abc import Sequence

from arena.rules import VARIANTS
from tests.workers.house import open_house

FOUR = tuple(name for name, rules in VARIANTS.items() if rules.seats <= 4)  # the house has four bots
KILLS = 5


def plays_while_it_is_killed(command: Sequence[str]) -> None:
    """Two of them and two of the kit play a tournament of eight variants; one is killed again and again."""
    dice = random.Random(0)
    with open_house(kit="random", commands={"ash": command, "birch": command}) as house:
        house.start_tournament(boards=4, hands=1, variants=FOUR)
        boards = house.progress().boards
        for kill in range(KILLS):
            house.wait_until_closed(kill * boards // KILLS)
            time.sleep(dice.random())
            house.kill_bot("ash")
            house.start_bot("ash")
        house.wait_until_finished()
        house.check()
        assert house.voided() == 0
        assert not any(game.infractions for game in house.games())
