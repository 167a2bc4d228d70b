"""Mutated messages at every door of a house do nothing to anybody else."""

import pytest

from tests.house import open_house
from tools.mutated.siege import Siege

pytestmark = pytest.mark.slow


def test_thousands_of_mutated_messages_harm_nobody() -> None:
    with open_house(workers=2, think=0.02, with_page=True) as house:
        siege = Siege(house, seed=1)
        siege.begin(boards=1)
        siege.run(first=1, count=20_000, tell=print)
        assert not siege.wrong()
        house.wait_until_finished()
        house.check()
        assert house.voided() == 0
        assert not any(game.infractions for game in house.games())
