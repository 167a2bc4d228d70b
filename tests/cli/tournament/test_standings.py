import json

from tests.api.playing import connect, play_blocks
from tests.cli.conftest import Command, Served, register

TWO = "pinochle-two-handed"


def test_standings_list_absent_bots_until_the_end(served: Served, arena: Command) -> None:
    token = register(("here", "there"))
    served.await_(connect(served.store, [TWO]))
    assert arena("bot", "register", "late", "--version", "1", "--token", token).code == 0
    words = ("--bot", "here", "--bot", "there", "--bot", "late", "--variants", TWO, "--boards", "2")
    assert arena("tournament", "create", "cup", *words, "--allow-same-owner").code == 0
    assert "provisional: not started" in arena("tournament", "standings", "cup").out
    arena("tournament", "start", "cup")
    served.await_(play_blocks(served.store))
    shown = arena("tournament", "standings", "cup").out
    assert shown.splitlines()[-1] == "provisional: waiting for late@1"
    assert json.loads(arena("tournament", "standings", "cup", "--json").out)["waits"]["offline"] == ["late@1"]
    served.await_(connect(served.store, [TWO]))
    assert "provisional: no board is at the tables" in arena("tournament", "standings", "cup").out
    served.await_(play_blocks(served.store))
    assert "provisional" not in arena("tournament", "standings", "cup").out
