import json

from tests.cli.conftest import Command, Served


def test_acts_are_listed_without_tokens(served: Served, arena: Command) -> None:
    token = arena("owner", "create", "ann").out.strip()
    arena("owner", "create", "bob")
    said = arena("audit")
    assert said.out.count("CreateOwner") == 2
    assert "set-up" in said.out
    assert token not in said.out
    (act,) = json.loads(arena("audit", "--since", "1d", "--limit", "1", "--json").out)["acts"]
    assert (act["about"], act["outcome"]) == ("name=bob", "done"), "the last is the first"
    assert arena("audit", "--since", "long ago").refused
    assert arena("audit", "--token", token).refused, "an owner may not list acts"
