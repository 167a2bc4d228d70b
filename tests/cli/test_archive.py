import json
from pathlib import Path

import pytest

from tests.cli.conftest import Command

NOBODY = "postgresql://arena@127.0.0.1:1/arena"


def test_partitions_are_listed(arena: Command, database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ARENA_DSN", database)
    assert "boards are still added to it" in arena("archive", "list").out
    (part,) = json.loads(arena("archive", "list", "--json").out)["parts"]
    assert (part["number"], part["games"], part["file"]) == (0, 0, "")


@pytest.mark.parametrize("address", [None, "nonsense", NOBODY])
def test_without_a_database_it_says_so(
    arena: Command, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, address: str | None
) -> None:
    if address is not None:
        monkeypatch.setenv("ARENA_DSN", address)
    for words in (["list"], ["take", "0", str(tmp_path / "games.zip")], ["put", str(tmp_path / "games.zip")]):
        said = arena("archive", *words)
        assert said.put_off if address == NOBODY else said.refused
    assert not (tmp_path / "games.zip").exists()
