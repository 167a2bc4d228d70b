import json
import re
from pathlib import Path

import pytest

from tests.cli.conftest import BOTS, OPERATOR, Command, Served

CREATE = ("tournament", "create", "cup", "--variants", "spades-4", "--boards", "2", "--allow-same-owner")
HASH = re.compile("[0-9a-f]{64}")


def test_roots_need_no_token_and_secrets_follow(four: Served, arena: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    (root,) = HASH.findall(arena(*CREATE, *BOTS).out)
    monkeypatch.setenv("ARENA_TOKEN", "nobody's")
    roots = arena("tournament", "roots", "cup")
    assert roots.code == 0
    assert f"cup: root {root}" in roots.out
    assert "not yet" in roots.out
    answer = json.loads(arena("tournament", "roots", "cup", "--json").out)
    assert (answer["root"], answer["epochs"][0]["secret"]) == (root, "")
    monkeypatch.setenv("ARENA_TOKEN", OPERATOR)
    arena("tournament", "start", "cup")
    four.play("spades-4")
    answer = json.loads(arena("tournament", "roots", "cup", "--json").out)
    (epoch,) = answer["epochs"]
    assert (len(epoch["secret"]), len(epoch["proof"]), len(answer["schedule_proof"])) == (64, 12, 12)
    lines = json.loads(arena("tournament", "commitments", "cup", "--json").out)["commitments"]
    assert [line["epoch"] for line in lines] == [0, 0]


def test_a_test_seed_is_shown(four: Served, arena: Command) -> None:
    arena(*CREATE, *BOTS, "--test-seed", "my test")
    assert "the test seed is my test" in arena("tournament", "roots", "cup").out
    assert "test seed my test" in arena("tournament", "standings", "cup").out


def test_masters_are_checked_and_may_be_in_a_file(four: Served, arena: Command, tmp_path: Path) -> None:
    for words, error in (
        (("--master", "5eed"), "master: 4 characters given, 32 hex digits or more are accepted"),
        (("--master", "5eed" * 8, "--test-seed", "s"), "master, test-seed: both given"),
        (("--master", "@nowhere"), "the master cannot be read from nowhere: No such file"),
    ):
        said = arena(*CREATE, *BOTS, *words)
        assert said.refused
        assert error in said.err
        assert "5eed" not in said.err.replace("5eed" * 8, "")
    file = tmp_path / "master"
    file.write_text("5eed" * 8 + "\n")
    assert arena(*CREATE, *BOTS, "--master", f"@{file}").code == 0
    again = arena(*CREATE[:2], "other", *CREATE[3:], *BOTS, "--master", "5eed" * 8)
    assert "master: it was used before" in again.err
