import json
from collections.abc import Callable
from dataclasses import dataclass

import pytest

from arena.cli.gate import report
from arena.store.gates.challenges import MAX_ASKED, MAX_TAKEN
from tests.api.playing import connect
from tests.cli.conftest import Command, Said, Served, register
from tests.cli.gate.test_gate import Player

SPADES, MET = "spades-3", "pinochle-two-handed"


@dataclass(frozen=True)
class Arena:
    """The owner `house` has h1 and h2, ada has new and old, ben bens; all are connected."""

    served: Served
    command: Command
    tokens: dict[str, str]

    def of(self, owner: str) -> Callable[..., Said]:
        return lambda *words: self.command(*words, "--token", self.tokens[owner])

    def challenge(self, owner: str, *words: str) -> Said:
        return self.of(owner)("challenge", *words)


@pytest.fixture
def house(served: Served, arena: Command, monkeypatch: pytest.MonkeyPatch) -> Arena:
    monkeypatch.setattr(report, "POLL_INTERVAL", 0.1)
    owners = {"house": ("h1", "h2"), "ada": ("new", "old"), "ben": ("bens",)}
    tokens = {owner: register(bots, owner) for owner, bots in owners.items()}
    served.await_(connect(served.store, [SPADES, MET]))
    return Arena(served, arena, tokens)


@pytest.fixture
def nobody_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each match is left at once, as by Ctrl-C."""

    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("arena.cli.gate.gate.follow", interrupted)


def test_an_owner_challenges_an_open_bot_and_nothing_is_rated(house: Arena) -> None:
    refused = house.challenge("ada", "new", "bens", "--variants", MET)
    assert refused.refused
    assert "bens@1 is not open to challenges" in refused.err
    assert house.challenge("ben", "open", "bens").code == 0
    listed = json.loads(house.of("ada")("bot", "list", "--json").out)["bots"]
    assert {line["bot"] for line in listed if line.get("open_to_challenges")} == {"bens@1", "h1@1", "h2@1"}
    with Player(house.served, 4):
        said = house.challenge("ada", "new", "bens", "--variants", MET)
    assert said.code == 0, said
    assert "challenge-1 (on trust, deals committed by the operator" in said.out
    assert "new@1 is stronger than bens@1" in said.out
    assert house.challenge("ben", "close", "bens").code == 0
    assert house.challenge("ada", "new", "bens", "--variants", MET).refused
    assert house.of("ada")("tournament", "standings", "challenge-1").refused
    assert not json.loads(house.command("ratings", "--live", "--json").out or "{}").get("ratings")


def test_house_bots_fill_tables_and_only_the_owner_cancels(house: Arena, nobody_waits: None) -> None:
    said = house.challenge("ada", "new", "old", "--variants", SPADES)
    assert said.code == 130
    assert "arena challenge cancel challenge-1" in said.err
    assert "with h1@1, h2@1" in house.command("gate", "show", "challenge-1").out
    refused = house.challenge("ben", "cancel", "challenge-1")
    assert refused.refused
    assert "not your challenge" in refused.err
    assert house.challenge("ada", "cancel", "challenge-1").code == 0
    assert "undecided" in house.command("gate", "show", "challenge-1").out
    assert house.command("gate", "new", "old", "--variants", MET, "--name", "g").code == 130
    assert house.challenge("ada", "cancel", "g").refused
    assert house.command("challenge", "new", "old", "--variants", MET).refused, "of an operator"
    house.challenge("ada", "new", "old", "--variants", MET)
    assert house.command("challenge", "cancel", "challenge-2").code == 0


def test_there_are_not_too_many_at_once(house: Arena, nobody_waits: None) -> None:
    house.challenge("ben", "open", "bens")
    for place in range(MAX_TAKEN // MAX_ASKED):
        owner = f"owner{place}"
        house.tokens[owner] = register((f"bot{place}",), owner)
        house.served.await_(connect(house.served.store, [SPADES, MET]))
        for _ in range(MAX_ASKED):
            assert house.challenge(owner, f"bot{place}", "bens", "--variants", MET).code == 130
        refused = house.challenge(owner, f"bot{place}", "h1", "--variants", MET)
        assert refused.refused
        assert f"{MAX_ASKED} challenges of yours are under way" in refused.err
    refused = house.challenge("ada", "new", "bens", "--variants", MET)
    assert refused.refused
    assert f"bens@1 plays {MAX_TAKEN} challenges" in refused.err
    assert house.challenge("owner0", "cancel", "challenge-1").code == 0
    assert house.challenge("ada", "new", "bens", "--variants", MET).code == 130


def test_invalid_challenges_are_refused_in_one_line(house: Arena) -> None:
    for words, error in (
        (("bens", "new", "--variants", MET), "bens@1 is not yours"),
        (("new", "nobody", "--variants", MET), "nobody"),
        (("new", "h1", "--variants", MET, "--max-boards", "3"), "have 4"),
        (("new", "h1", "--variants", MET, "--max-boards", "2001"), "at most 2000"),
        (("new", "h1", "--variants", f"{MET}:2"), "has a weight"),
        (("new", "h1", "--variants", "spades-4"), "a table of spades-4 needs 3"),
        (("new", "new", "--variants", MET), "one version"),
        (("open", "bens"), "bens@1 is not yours"),
        (("open", "new@1"), "give NAME alone"),
    ):
        said = house.challenge("ada", *words)
        assert said.refused, said
        assert error in said.err
    house.command("bot", "register", "late", "--version", "1", "--owner", "ada")
    said = house.challenge("ada", "late", "h1", "--variants", MET)
    assert said.refused, said
    assert "not connected, or with too few seats: late@1" in said.err
