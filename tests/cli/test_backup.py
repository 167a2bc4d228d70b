import json
from pathlib import Path

import pytest

from arena.local.postgres import Postgres
from tests.cli.conftest import Command

NOBODY = "postgresql://arena@127.0.0.1:1/arena"


def test_a_database_is_backed_up_and_restored(
    arena: Command, database: str, postgres: Postgres, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = str(tmp_path / "arena.backup")
    monkeypatch.setenv("ARENA_DSN", database)
    assert "boards are still added to it" in arena("archive", "list").out
    said = arena("backup", file)
    assert said.code == 0
    assert "only you may read it" in said.out
    assert arena("backup", file).refused
    assert arena("restore", file).refused
    monkeypatch.setenv("ARENA_DSN", postgres.make_database("brought_back"))
    assert json.loads(arena("restore", file, "--json").out)["secrets"] == []
    (part,) = json.loads(arena("archive", "list", "--json").out)["parts"]
    assert (part["number"], part["games"], part["file"]) == (0, 0, "")


@pytest.mark.parametrize("address", [None, "nonsense", NOBODY])
def test_a_missing_database_is_refused(
    arena: Command, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, address: str | None
) -> None:
    if address is not None:
        monkeypatch.setenv("ARENA_DSN", address)
    file = str(tmp_path / "file")
    for words in (("backup", file), ("archive", "list"), ("archive", "take", "0", file), ("archive", "put", file)):
        said = arena(*words)
        assert said.put_off if address == NOBODY else said.refused
    assert arena("restore", file).refused
    assert not Path(file).exists()
