import json
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.cli.conftest import OPERATOR, Command, Served


@pytest.fixture
def nobody() -> Iterator[str]:
    """An address at which nobody listens."""
    with socket.socket() as bound:
        bound.bind(("127.0.0.1", 0))
        yield f"127.0.0.1:{bound.getsockname()[1]}"


@pytest.mark.parametrize("words", [("bot", "list"), ("tournament", "watch", "cup"), ("export", "cup")], ids=" ".join)
def test_a_service_that_is_not_there_is_one_line(words: tuple[str, ...], nobody: str, arena: Command) -> None:
    said = arena(*words, "--server", nobody, "--token", OPERATOR)
    assert said.refused
    assert nobody in said.err
    assert "arena up" in said.err


def test_without_a_service_or_a_token_it_says_how_to_get_one(nobody: str, arena: Command) -> None:
    said = arena("bot", "list")
    assert said.refused
    assert "arena up" in said.err
    said = arena("bot", "list", "--server", nobody)
    assert said.refused
    assert "ARENA_TOKEN" in said.err


def test_the_state_folder_says_where_and_who(
    served: Served, arena: Command, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    for name in ("ARENA_SERVER", "ARENA_TOKEN"):
        monkeypatch.delenv(name)
    folder = tmp_path / "state"
    folder.mkdir()
    (folder / "server.json").write_text(json.dumps({"gateway": served.address}))
    (folder / "operator.token").write_text(f"{OPERATOR}\n")
    assert arena("bot", "list").code == 0
