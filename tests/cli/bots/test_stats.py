import json

import pytest

from tests import ask
from tests.api.playing import connect, play_blocks
from tests.cli.conftest import Command, Served
from tests.store.house import token

BOTS = ["one", "two", "three", "four"]


@pytest.fixture
def cup(served: Served) -> None:
    """A tournament that is over, and a bot that has never played."""

    async def prepare() -> None:
        store = served.store
        await store.accounts.create_owner("ann", token("ann"))
        for bot in [*BOTS, "idle"]:
            await store.accounts.register_bot(bot, "1", "ann", token(bot))
        await connect(store, ["spades-4"])
        chosen = [ask.variant("spades-4")]
        await store.tournaments.create_tournament(ask.tournament("cup", chosen, BOTS, 1, allow_same_owner=True))
        await store.tournaments.start_tournament("cup")
        await play_blocks(store)

    served.await_(prepare())


@pytest.mark.usefixtures("cup")
def test_a_bot_is_shown_beside_all_others(arena: Command) -> None:
    said = arena("bot", "stats", "one")
    assert said.code == 0
    assert "one@1, spades-4 (on trust): 4 games" in said.out
    assert all(word in said.out for word in ("mean bid", "bids made", "charged a decision", "2.00 ms", "all others"))
    told = json.loads(arena("bot", "stats", "one@1", "--variant", "spades-4", "--json").out)
    assert told["variants"][0]["figures"][0]["unit"] == "tricks"
    lines = arena("bot", "stats", "one", "--csv").out.splitlines()
    assert lines[0] == "bot,variant,revision,games,name,unit,value,of,field,pool"
    assert lines[1].startswith("one@1,spades-4,1,4,mean bid,tricks,")


@pytest.mark.usefixtures("cup")
def test_a_bot_that_has_not_played_is_told_so(arena: Command) -> None:
    assert (
        arena("bot", "stats", "idle").out
        == "idle@1 has no closed rated board there yet: gates and challenges are not rated\n"
    )
    assert arena("bot", "stats", "nobody").refused
