import json

import pytest

from tests.cli.conftest import Command, Served, register

CREATE = ("tournament", "create", "cup", "--variants", "pinochle-single-deck", "--boards", "2", "--master", "5eed" * 8)


@pytest.fixture
def bots(served: Served, arena: Command) -> dict[str, str]:
    """Two bots of each of two owners, whose tokens these are."""
    return {owner: register((f"{owner[0]}1", f"{owner[0]}2"), owner) for owner in ("ann", "bob")}


def test_two_owners_agree_by_saying_the_same(bots: dict[str, str], arena: Command) -> None:
    assert "no pair is registered yet" in arena("pair", "list").out
    said = arena("pair", "register", "b1", "a1", "--token", bots["ann"])
    assert (said.code, said.out) == (0, "a1+b1@1+1 waits for bob\n")
    assert "arena pair register a1@1 b1@1" in said.err
    assert "waits for bob" in arena("pair", "list", "--token", bots["bob"]).out
    said = arena("pair", "register", "a1@1", "b1@1", "--token", bots["bob"])
    assert (said.code, said.out) == (0, "a1+b1@1+1\n")
    (line,) = json.loads(arena("pair", "list", "--json").out)["pairs"]
    assert [line[field] for field in ("pair", "first_owner", "second_owner")] == ["a1+b1@1+1", "ann", "bob"]
    assert line["waits_for"] == ""
    assert "ann+bob" in arena("bot", "list").out
    for words, message in (
        (("pair", "register", "a1", "a1"), "a1@1 given twice"),
        (("pair", "register", "b1", "b2", "--token", bots["ann"]), "neither b1@1 nor b2@1 is yours"),
        (("pair", "register", "a1+b1", "b2"), "is a pair: name two bots"),
        (("pair", "register", "a1", "nobody"), "there is no bot 'nobody'"),
        (("token", "create", "bot", "a1+b1@1+1"), "there is no bot"),
        (("bot", "infractions", "a1+b1@1+1"), "ask for each of them"),
        ((*CREATE, "--variants", "pinochle-cutthroat", "--bot", "a1+b1", "--bot", "a2", "--bot", "b2"), "plays alone"),
        ((*CREATE, "--bot", "a1+b1", "--bot", "a2", "--dry-run"), "in common"),
    ):
        said = arena(*words)
        assert said.refused, words
        assert message in said.err


def test_a_pair_enters_is_played_ranked_and_rated(served: Served, bots: dict[str, str], arena: Command) -> None:
    for members in (("a1", "b1"), ("a2", "b2")):
        assert arena("pair", "register", *members).code == 0
    entered = ("--bot", "a1+b1", "--bot", "a2+b2", "--bot", "a2", "--allow-same-owner")
    assert "a1+b1@1+1" in arena(*CREATE, *entered, "--dry-run").out
    assert arena(*CREATE, *entered).code == 0
    assert arena("tournament", "enter", "cup", "b2", "--token", bots["bob"]).code == 0
    assert arena("tournament", "start", "cup").code == 0
    served.play("pinochle-single-deck")
    served.await_(served.store.ratings.rate())
    lines = json.loads(arena("tournament", "standings", "cup", "--json").out)["variants"][0]["standings"]
    assert {line["bot"] for line in lines} == {"a1+b1@1+1", "a2+b2@1+1", "a2@1", "b2@1"}
    assert "a1+b1@1+1" in arena("ratings", "pinochle-single-deck").out
    lines = [json.loads(line) for line in arena("export", "cup").out.splitlines()]
    records = [line for line in lines if line["format"] == "arena-game/1"]
    assert {len(set(record["seats"])) for record in records} <= {2, 3, 4}
    assert {bot for record in records for bot in record["seats"]} == {"a1@1", "a2@1", "b1@1", "b2@1"}
    assert all("+" not in bot for record in records for bot in record["seats"])
    for words in (("crosstable",), ("seats",), ("findings",), ("games",)):
        assert arena("tournament", *words, "cup").code == 0
    receipt = arena("ratings", "pinochle-single-deck", "--receipt", "a1+b1")
    assert receipt.code == 0, receipt.err
    assert arena("bot", "versus", "a1+b1", "a2+b2").code == 0
