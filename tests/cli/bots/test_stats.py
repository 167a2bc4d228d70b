import json

import pytest

from tests.cli.conftest import Command


@pytest.mark.usefixtures("read_only")
def test_a_bot_is_compared_with_all_others(arena: Command) -> None:
    said = arena("bot", "stats", "a")
    assert said.code == 0
    assert "a@1, spades-4 (on trust): 16 games" in said.out
    assert all(word in said.out for word in ("mean bid", "bids made", "charged a decision", "2.00 ms", "all others"))
    stats = json.loads(arena("bot", "stats", "a@1", "--variant", "spades-4", "--json").out)
    assert stats["variants"][0]["figures"][0]["unit"] == "tricks"
    lines = arena("bot", "stats", "a", "--csv").out.splitlines()
    assert lines[0] == "bot,variant,revision,games,name,unit,value,of,field,pool"
    assert lines[1].startswith("a@1,spades-4,1,16,mean bid,tricks,")


@pytest.mark.usefixtures("four")
def test_a_bot_without_games_is_reported(arena: Command) -> None:
    line = "a@1 has no closed rated board there yet: gates and challenges are not rated\n"
    assert arena("bot", "stats", "a").out == line
    assert arena("bot", "stats", "nobody").refused
