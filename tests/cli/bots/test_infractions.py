import json

import pytest

from arena.store.play.rows import Instance, TimeoutRow
from tests import ask
from tests.cli.conftest import Command, Served
from tests.lasting import renew_for_good
from tests.store.house import claimed, piece, token

BOTS = ["one", "two", "three", "four"]


@pytest.fixture
def cup(served: Served) -> str:
    """A tournament in which one bot timed out, and sent an answer to no question."""

    async def prepare() -> None:
        store = served.store
        await store.accounts.create_owner("ann", token("ann"))
        versions = [await store.accounts.register_bot(bot, "1", "ann", token(bot)) for bot in BOTS]
        await renew_for_good(store, "g", "g:1", [Instance(f"i-{each}", each, 9, ["spades-4"]) for each in versions])
        chosen = [ask.variant("spades-4")]
        await store.tournaments.create_tournament(ask.tournament("cup", chosen, BOTS, 1, allow_same_owner=True))
        await store.tournaments.start_tournament("cup")
        claim = await claimed(store)
        game = claim.boards[0].games[0]
        seat = game.players.index(versions[0])
        late = TimeoutRow(game.game_id, 0, 2, seat, versions[0], 1, 500_000, 0, 900_000, 20_000, 0, 1_000, False)
        row = piece(claim, game.game_id, 0, b"\x01" * 4)._replace(timeouts=[late])
        await store.play.renew("w", [(claim.block_id, claim.lease_number)], [row], 60)
        await store.play.count_infractions({(versions[0], "stale"): 3})

    served.await_(prepare())
    return "cup"


def test_infractions_are_listed_and_counted(arena: Command, cup: str) -> None:
    said = arena("infractions", cup)
    assert said.code == 0
    assert "timeout (open)" in said.out
    assert "no stream" in said.out
    assert said.out.index("How often, in cup") < said.out.index("Infractions in cup"), "the counts come first"
    line = json.loads(arena("infractions", cup, "--json", "--bot", "one@1").out)
    assert (line["bot"], line["reason"], line["timeout"]["elapsed_us"]) == ("one@1", "timeout", "900000")
    assert not arena("infractions", cup, "--json", "--bot", "two@1").out
    assert arena("infractions", cup, "--bot", "two@1").out == "cup: no infractions\n"
    assert arena("infractions", "nothing").refused
    said = arena("bot", "infractions", "one@1")
    assert said.code == 0
    assert "stale" in said.out
    assert arena("bot", "infractions", "one").out == said.out
    assert json.loads(arena("bot", "infractions", "one@1", "--json").out)["infractions"][0]["count"] == "3"
    assert arena("bot", "infractions", "two@1").out == "two@1: no infractions\n"
    assert arena("bot", "infractions", "nobody").refused
