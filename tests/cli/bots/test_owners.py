import json

from tests.cli.conftest import Command, Served


def test_owners_are_listed_with_their_bots(served: Served, arena: Command) -> None:
    assert "there is no owner yet" in arena("owner", "list").out
    ben, ada = (arena("owner", "create", name).out.strip() for name in ("ben", "ada"))
    for name, version in (("first", "1"), ("first", "2"), ("second", "1")):
        assert arena("bot", "register", name, "--version", version, "--token", ada).code == 0
    listed = json.loads(arena("owner", "list", "--json").out)["owners"]
    assert [(line["name"], line.get("bots", 0), line.get("versions", 0)) for line in listed] == [
        ("ada", 2, 3),
        ("ben", 0, 0),
    ]
    assert [line.split()[0] for line in arena("owner", "list", "--limit", "1").out.splitlines() if "ada" in line]
    assert arena("owner", "list", "--token", ben).refused
