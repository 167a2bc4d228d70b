import json

import pytest

from tests.cli.conftest import Command, Served


def test_acts_are_listed_and_no_token_is(served: Served, arena: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    token = arena("owner", "create", "ann").out.strip()
    monkeypatch.setenv("ARENA_DSN", served.dsn)
    said = arena("audit")
    assert "CreateOwner" in said.out
    assert "set-up" in said.out
    assert token not in said.out
    (act,) = json.loads(arena("audit", "--since", "1d", "--json").out)["acts"]
    assert (act["about"], act["outcome"]) == ("name=ann", "done")
    assert arena("audit", "--since", "long ago").refused


def test_without_a_database_it_says_so(arena: Command) -> None:
    assert arena("audit").refused
