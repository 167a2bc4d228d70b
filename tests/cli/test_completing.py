import os
from pathlib import Path

import pytest
from click.shell_completion import ShellComplete

from arena.cli.root import arena as group
from tests.api.playing import connect
from tests.cli.conftest import Command, Served, register


def completed(*words: str) -> list[str]:
    shell = ShellComplete(group, {}, "arena", "_ARENA_COMPLETE")
    return [each.value for each in shell.get_completions(list(words[:-1]), words[-1])]


@pytest.fixture
def cup(served: Served, arena: Command) -> None:
    register(("first", "finest"))
    served.await_(connect(served.store, ["pinochle-two-handed"]))
    words = ("--bot", "first", "--bot", "finest", "--variants", "pinochle-two-handed", "--allow-same-owner")
    for name in ("cup", "curl"):
        assert arena("tournament", "create", name, *words, "--boards", "2").code == 0


@pytest.mark.usefixtures("cup")
def test_names_of_the_service_are_completed() -> None:
    assert completed("tournament", "standings", "cu") == ["curl", "cup"]
    assert completed("infractions", "cup") == ["cup"]
    assert completed("bot", "status", "fir") == ["first", "first@1"]
    assert completed("gate", "play", "first", "fi") == ["finest", "first", "finest@1", "first@1"]
    assert completed("tournament", "create", "cu") == []


def test_variants_are_completed_without_one() -> None:
    assert completed("variants", "spades-3") == ["spades-3"]


def test_where_no_service_answers_nothing_is_said(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("ARENA_STATE", str(tmp_path))
    monkeypatch.delenv("ARENA_SERVER", raising=False)
    assert completed("tournament", "watch", "") == []
    monkeypatch.setitem(os.environ, "ARENA_SERVER", "127.0.0.1:1")
    monkeypatch.setitem(os.environ, "ARENA_TOKEN", "arena_operator_x")
    assert completed("bot", "status", "") == []
    assert capfd.readouterr() == ("", "")
