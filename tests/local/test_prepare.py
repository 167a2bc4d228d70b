import hashlib
import os
import signal
import subprocess
import sys

import psycopg
import pytest

from arena.local import prepare
from arena.local.postgres import Postgres
from arena.store.locks import MIGRATE


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


def test_missing_settings_are_named(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setenv("ARENA_DSN", "postgresql://nowhere")
    monkeypatch.delenv("ARENA_OPERATOR_TOKEN", raising=False)
    assert prepare.main() == 2
    said = "ARENA_OPERATOR_TOKEN is not set; set it to the first operator's token\n"
    assert capsys.readouterr().err == said


def test_a_waiting_migration_names_its_blocker_and_ends_with_ctrl_c(postgres: Postgres) -> None:
    dsn = postgres.make_database("interrupted")
    env = {**os.environ, "ARENA_DSN": dsn, "ARENA_OPERATOR_TOKEN": "arena-op-1"}
    with psycopg.connect(dsn, autocommit=True, application_name="arena backup") as holder:
        holder.execute("SELECT pg_advisory_lock_shared(%s)", [MIGRATE])
        words = [sys.executable, "-m", "arena.local.prepare"]
        with subprocess.Popen(words, env=env, stderr=subprocess.PIPE, text=True) as process:
            assert process.stderr
            assert process.stderr.readline().startswith("the migration waits for ")
            process.send_signal(signal.SIGINT)
            assert (process.wait(), process.stderr.read()) == (130, "")
