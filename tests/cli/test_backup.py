import json
from pathlib import Path

import pytest

from arena.local.postgres import Postgres
from tests.cli.conftest import Command

NOBODY = "postgresql://arena@127.0.0.1:1/arena"


def test_a_database_is_written_and_brought_back(
    arena: Command, database: str, postgres: Postgres, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = str(tmp_path / "arena.backup")
    monkeypatch.setenv("ARENA_DSN", database)
    said = arena("backup", file)
    assert said.code == 0
    assert "only you may read it" in said.out
    assert arena("backup", file).refused
    assert arena("restore", file).refused
    monkeypatch.setenv("ARENA_DSN", postgres.make_database("brought_back"))
    assert json.loads(arena("restore", file, "--json").out)["secrets"] == []
    assert json.loads(arena("archive", "list", "--json").out)["parts"]


@pytest.mark.parametrize("address", [None, "nonsense", NOBODY])
def test_without_a_database_it_says_so(
    arena: Command, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, address: str | None
) -> None:
    if address is not None:
        monkeypatch.setenv("ARENA_DSN", address)
    said = arena("backup", str(tmp_path / "arena.backup"))
    assert said.put_off if address == NOBODY else said.refused
    assert arena("restore", str(tmp_path / "arena.backup")).refused
    assert list(tmp_path.glob("arena.backup")) == []
