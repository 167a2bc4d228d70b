from concurrent.futures import ThreadPoolExecutor

import psycopg
import pytest

from arena.local.postgres import Postgres
from arena.store import migrate as module
from arena.store.errors import EditedMigration, StoreUnavailable
from arena.store.migrate import migrate, migrations
from tests.store.house import token


@pytest.fixture
def empty(postgres: Postgres, database: str) -> str:
    with psycopg.connect(database, autocommit=True) as connection:
        connection.execute("DROP SCHEMA public CASCADE")
        connection.execute("CREATE SCHEMA public")
    return database


def test_each_migration_is_applied_once_in_order(empty: str) -> None:
    assert migrate(empty) == sorted(migrations())
    assert migrate(empty) == []


def test_two_processes_at_once_share_the_work(empty: str) -> None:
    with ThreadPoolExecutor(4) as threads:
        applied = list(threads.map(migrate, [empty] * 4))
    assert sorted(name for names in applied for name in names) == sorted(migrations())


def test_an_edited_migration_is_refused_in_one_line(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    edited = {name: sql + b"\n-- harmless" if "tournaments" in name else sql for name, sql in migrations().items()}
    monkeypatch.setattr(module, "migrations", lambda: edited)
    with pytest.raises(EditedMigration, match=r"^migration 0002_tournaments\.sql was edited[^\n]+$"):
        migrate(database)


def test_a_database_of_a_newer_release_is_refused(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    fewer = dict(list(migrations().items())[:-1])
    monkeypatch.setattr(module, "migrations", lambda: fewer)
    with pytest.raises(EditedMigration, match="not in this release"):
        migrate(database)


def test_a_migration_that_fails_leaves_nothing(empty: str, monkeypatch: pytest.MonkeyPatch) -> None:
    broken = {**migrations(), "0099_broken.sql": b"CREATE TABLE half (); SELECT 1 / 0"}
    monkeypatch.setattr(module, "migrations", lambda: broken)
    with pytest.raises(psycopg.errors.DivisionByZero):
        migrate(empty)
    with psycopg.connect(empty) as connection:
        assert connection.execute("SELECT to_regclass('half')").fetchone() == (None,)
        assert connection.execute("SELECT count(*) FROM migrations").fetchone() == (len(broken) - 1,)


def test_a_database_that_does_not_answer(postgres: Postgres) -> None:
    with pytest.raises(StoreUnavailable):
        migrate("postgresql://arena@127.0.0.1:1/arena")


def test_tokens_from_before_there_were_many_go_on(empty: str) -> None:
    files = migrations()
    with psycopg.connect(empty, autocommit=True) as connection:
        for name in (name for name in files if name < "0016"):
            connection.execute(files[name])
        connection.execute("INSERT INTO operators VALUES (sha256('root'))")
        connection.execute("INSERT INTO owners (name, token_hash) VALUES ('ann', sha256('ann'))")
        connection.execute("INSERT INTO bots (name, owner_id) VALUES ('a1', 1)")
        connection.execute("INSERT INTO bot_versions (bot_id, version, token_hash) VALUES (1, '1', sha256('a1'))")
        connection.execute(files["0016_tokens.sql"])
        found = connection.execute("SELECT hash, scope, owner, bot, ended FROM named_tokens ORDER BY id").fetchall()
    assert [(bytes(row[0]), *row[1:]) for row in found] == [
        (token("root"), "operator", None, None, None),
        (token("ann"), "owner", "ann", None, None),
        (token("a1"), "bot", "ann", "a1@1", None),
    ]
