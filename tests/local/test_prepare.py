import hashlib

import psycopg
import pytest

from arena.local import prepare
from arena.local.postgres import Postgres


def test_a_database_is_prepared_from_the_environment_and_again(
    postgres: Postgres, monkeypatch: pytest.MonkeyPatch
) -> None:
    dsn = postgres.make_database("prepared")
    monkeypatch.setenv("ARENA_DSN", dsn)
    monkeypatch.setenv("ARENA_OPERATOR_TOKEN", "arena-op-1")
    assert [prepare.main(), prepare.main()] == [0, 0]
    with psycopg.connect(dsn) as connection:
        stored = connection.execute("SELECT hash FROM tokens WHERE scope = 'operator'").fetchall()
    assert [bytes(row[0]) for row in stored] == [hashlib.sha256(b"arena-op-1").digest()]


def test_what_the_environment_lacks_is_named(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("ARENA_DSN", "postgresql://nowhere")
    monkeypatch.delenv("ARENA_OPERATOR_TOKEN", raising=False)
    assert prepare.main() == 2
    assert capsys.readouterr().err == "ARENA_OPERATOR_TOKEN must be set in the environment\n"
