import json
import re

from tests.cli.conftest import Command, Served


def test_owners_are_listed_and_invited(served: Served, arena: Command) -> None:
    assert "there is no owner yet" in arena("owner", "list").out
    ben, ada = (arena("owner", "create", name).out.strip() for name in ("ben", "ada"))
    for name, version in (("first", "1"), ("first", "2"), ("second", "1")):
        assert arena("bot", "register", name, "--version", version, "--token", ada).code == 0
    listed = json.loads(arena("owner", "list", "--json").out)["owners"]
    counts = [(line["name"], line.get("bots", 0), line.get("versions", 0)) for line in listed]
    assert counts == [("ada", 2, 3), ("ben", 0, 0)]
    assert [line.split()[0] for line in arena("owner", "list", "--limit", "1").out.splitlines() if "ada" in line]
    assert arena("owner", "list", "--token", ben).refused
    said = arena("owner", "invite", "--expires", "2d")
    assert re.fullmatch("arena_invite_[A-Za-z0-9]{43}\n", said.out)
    assert "/invite/CODE" in said.err
    said = arena("owner", "invite", "--page", "https://arena.example.org/")
    assert re.fullmatch("https://arena.example.org/invite/arena_invite_[A-Za-z0-9]{43}\n", said.out)
    assert set(json.loads(arena("owner", "invite", "--json").out)) == {"code", "expires"}
    assert arena("owner", "invite", "--token", ada).refused, "only an operator may invite"
    assert arena("owner", "invite", "--expires", "0s").refused
