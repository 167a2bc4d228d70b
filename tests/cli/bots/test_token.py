import json
import re

import pytest

from tests.cli.conftest import Command, Served, register

TOKEN = re.compile(r"arena_(operator|owner|bot)_[A-Za-z0-9]{43}\n")


@pytest.fixture
def ada(served: Served, arena: Command) -> str:
    """The token of an owner with one bot."""
    return register(("first",))


def tokens(arena: Command, *words: str) -> list[dict[str, str]]:
    rows: list[dict[str, str]] = json.loads(arena("token", "list", "--json", *words).out)["tokens"]
    return rows


def test_a_token_is_created_replaced_and_revoked(ada: str, served: Served, arena: Command) -> None:
    creation = arena("token", "create", "bot", "first@1", "--label", "laptop", "--expires", "30d")
    assert TOKEN.fullmatch(creation.out)
    assert "it expires on 20" in creation.err
    line = tokens(arena)[-1]
    assert (line["bot"], line["label"], line["state"]) == ("first@1", "laptop", "live")
    rotated = arena("token", "rotate", line["id"], "--overlap", "2h")
    assert TOKEN.fullmatch(rotated.out)
    assert f"token {line['id']} stays valid until" in rotated.err
    new = tokens(arena)[-1]
    assert (new["label"], new["scope"]) == ("laptop", "TOKEN_SCOPE_BOT")
    assert arena("token", "revoke", new["id"], "--yes").out == f"token {new['id']}, of bot first@1, is revoked\n"
    assert new["id"] not in [line["id"] for line in tokens(arena)]
    assert new["id"] in [line["id"] for line in tokens(arena, "--all")]
    shown = arena("token", "list", "--all").out
    assert all(word in shown for word in ("laptop", "revoked", "operator", "owner ada", "bot first@1", "UTC"))


def test_an_owner_manages_its_own_tokens(ada: str, arena: Command) -> None:
    asked = ("--token", ada)
    assert {line["owner"] for line in tokens(arena, *asked)} == {"ada"}
    second = arena("token", "create", "owner", *asked, "--json")
    assert json.loads(second.out)["made"]["owner"] == "ada"
    rotated = arena("token", "rotate", "--overlap", "0s", *asked)
    assert TOKEN.fullmatch(rotated.out)
    said = arena("token", "list", *asked)
    assert said.refused
    assert "has expired" in said.err
    assert arena("token", "list", "--token", rotated.out.strip()).code == 0


def test_errors_are_one_line(ada: str, arena: Command) -> None:
    for words, error in (
        (("create", "king"), "operator"),
        (("create", "owner"), "name is empty"),
        (("create", "owner", "eve"), "eve"),
        (("create", "bot", "first"), "NAME@VERSION"),
        (("create", "operator", "--expires", "soon"), "as in 30d"),
        (("create", "operator", "--expires", "0d"), "lifetime"),
        (("create", "operator", "--label", "l" * 61), "60 characters"),
        (("rotate", "999"), "no token 999"),
        (("revoke", "999", "--yes"), "no token 999"),
        (("revoke", "1"), "nothing is changed: token 1 never works again"),
        (("revoke", "x"), "x"),
    ):
        refused = arena("token", *words)
        assert refused.refused, refused
        assert error in refused.err
