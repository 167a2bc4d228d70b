import os
import signal
from collections import Counter

import pytest

from arena.store import Store
from tests.house import open_house

PAIR = frozenset(("ash@1", "birch@1"))


@pytest.mark.slow
def test_a_pair_and_lone_bots_play_and_a_killed_worker_changes_nothing() -> None:
    with open_house(workers=2, think=0.005) as house:
        house.store(lambda store: store.accounts.register_pair("ash", "birch", None))
        entered = ("ash+birch", "cedar", "dogwood", "birch")
        house.start_tournament(boards=2, hands=1, variants=("pinochle-double-deck",), bots=entered)
        house.wait_until_asked(150)
        os.kill(house.busy_worker(), signal.SIGKILL)
        house.finish()
        assert house.take_overs() > 0
        assert max(house.asked().values()) == 1
        games = house.games()
        sides = Counter(frozenset(game.seats[side::2]) for game in games for side in (0, 1))
        # of each line-up 2 boards both ways round; the pair and its own member do not meet
        assert sides == {PAIR: 8, frozenset(["cedar@1"]): 12, frozenset(["dogwood@1"]): 12, frozenset(["birch@1"]): 8}
        seats = Counter((game.seats.index("ash@1")) for game in games if "ash@1" in game.seats)
        assert seats == {0: 2, 1: 2, 2: 2, 3: 2}

        async def rated(store: Store) -> dict[str, int]:
            await store.ratings.rate()
            return {row.bot: row.boards for row in await store.ratings.elo("pinochle-double-deck")}

        assert house.store(rated) == {"ash+birch@1+1": 4, "cedar@1": 6, "dogwood@1": 6, "birch@1": 4}
