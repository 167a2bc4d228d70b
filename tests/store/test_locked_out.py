"""Migrations and moves of partitions wait for other sessions' locks, and nobody queues behind them for long."""

import threading
import time
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path

import psycopg
import pytest

from arena.local.backup import back_up
from arena.store import migrate as module
from arena.store import session
from arena.store.errors import LockedOutError
from arena.store.locks import MIGRATE
from arena.store.migrate import migrate, migrations
from arena.store.play.archive import BOARDS, take
from tests.store.house import execute

CHANGES = "0099_changes.sql"
IS_LOCKED_OUT = "SELECT count(*) FROM pg_locks WHERE NOT granted AND pid <> pg_backend_pid()"


class Said:
    """Lines of progress, and whether there was one since it was asked for."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self._another = threading.Event()

    def __call__(self, line: str) -> None:
        self.lines.append(line)
        self._another.set()

    def wait(self) -> None:
        self._another.wait()
        self._another.clear()

    def wait_for(self, words: str) -> None:
        """Wait until a line has *words*: on a busy machine a try may be over before its blocker is found."""
        while not any(words in line for line in self.lines):
            self.wait()


@pytest.fixture(autouse=True)
def _repeat_each_line_soon(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in (("REPEAT_EVERY", 1), ("LOCK_TIMEOUT", 1.0), ("RETRY_PAUSE", 0.2)):
        monkeypatch.setattr(session, name, value)


@pytest.fixture
def said() -> Said:
    return Said()


@pytest.fixture
def threads() -> Iterator[ThreadPoolExecutor]:
    with ThreadPoolExecutor(2) as threads:
        yield threads


@pytest.fixture
def changes(monkeypatch: pytest.MonkeyPatch) -> None:
    """A release with one migration more, which changes two tables."""
    more = {**migrations(), CHANGES: b"ALTER TABLE owners ADD x int; ALTER TABLE tournaments ADD x int"}
    monkeypatch.setattr(module, "migrations", lambda: more)


def dump(database: str, table: str = "tournaments") -> psycopg.Connection:
    """Return a session that holds ACCESS SHARE on *table*, as `pg_dump` does."""
    holder = psycopg.connect(database, application_name="nightly dump")
    holder.execute(f"SELECT FROM {table}")
    return holder


def wait_until_it_waits(observer: psycopg.Connection) -> None:
    while observer.execute(IS_LOCKED_OUT).fetchone() == (0,):
        time.sleep(0.01)


@pytest.mark.usefixtures("changes")
def test_readers_are_answered_while_a_migration_waits(database: str, said: Said, threads: ThreadPoolExecutor) -> None:
    with dump(database) as holder, psycopg.connect(database, autocommit=True) as observer:
        migrating = threads.submit(migrate, database, said)
        for _ in range(2):
            wait_until_it_waits(observer)
            execute(
                database, "SELECT FROM tournaments"
            )  # it queues behind the migration, which gives up; the dump is still there
            said.wait()
        who = f"Postgres session {holder.info.backend_pid} (nightly dump, idle in transaction)"
        line = f"migration {CHANGES} waits for {who} and tries again every few seconds; Ctrl-C stops it"
        said.wait_for(line)
        assert not migrating.done()
    assert migrating.result() == [CHANGES]
    assert migrate(database, said) == []


@pytest.mark.usefixtures("changes")
def test_a_migration_outlives_a_deadlock(database: str, threads: ThreadPoolExecutor) -> None:
    with dump(database) as holder, psycopg.connect(database, autocommit=True) as observer:
        migrating = threads.submit(migrate, database)
        wait_until_it_waits(observer)
        with suppress(psycopg.errors.DeadlockDetected):  # Postgres ends one of the two, mostly the migration's try
            holder.execute("SELECT FROM owners")  # which the migration has, as it waits for tournaments
    assert migrating.result() == [CHANGES]


@pytest.mark.usefixtures("changes")
def test_a_migration_gives_up_in_the_end_and_leaves_nothing(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(session, "MAX_TRIES", 1)
    line = rf"^migration {CHANGES} was locked out for 1 tries by [^\n]+: end that session and repeat$"
    with dump(database) as holder:
        with pytest.raises(LockedOutError, match=line):
            migrate(database)
        assert holder.execute("SELECT FROM pg_attribute WHERE attname = 'x'").fetchone() is None
    assert migrate(database) == [CHANGES]


@pytest.mark.usefixtures("changes")
def test_a_migration_waits_for_a_backup(database: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(session, "MAX_TRIES", 1)
    refused: list[bool] = []

    def meanwhile(_: int) -> None:
        if not refused:
            with pytest.raises(LockedOutError, match=r"^the migration was locked out for 1 tries by "):
                migrate(database)
            refused.append(True)

    back_up(database, tmp_path / "one", None, meanwhile)
    assert refused
    assert migrate(database) == [CHANGES]


def test_backups_do_not_wait_for_one_another(database: str, tmp_path: Path) -> None:
    inner: list[int] = []

    def meanwhile(done: int) -> None:
        if not inner:
            inner.append(done)
            back_up(database, tmp_path / "inner", None, lambda done: None)

    back_up(database, tmp_path / "outer", None, meanwhile)
    assert inner


def test_a_backup_waits_for_a_migration(database: str, said: Said, threads: ThreadPoolExecutor, tmp_path: Path) -> None:
    file = tmp_path / "arena.backup"
    with psycopg.connect(database, autocommit=True, application_name="arena migrate") as holder:
        holder.execute("SELECT pg_advisory_lock(%s)", [MIGRATE])
        backing_up = threads.submit(back_up, database, file, None, lambda done: None, said)
        said.wait_for(f"the backup waits for Postgres session {holder.info.backend_pid} (arena migrate, idle)")
    backing_up.result()
    assert file.stat().st_size


def test_readers_are_answered_while_a_partition_waits(
    database: str, said: Said, threads: ThreadPoolExecutor, tmp_path: Path
) -> None:
    with psycopg.connect(database, autocommit=True) as observer:
        observer.execute("SET session_replication_role = replica")
        observer.execute(
            "INSERT INTO boards (id, tournament_id, number, block_id, line_up, seed, commitment)"
            " OVERRIDING SYSTEM VALUE"
            " VALUES (%s, 1, 0, 1, '{}', sha256('a'), sha256(sha256('a')))",
            [BOARDS + 1],
        )
        with dump(database, "games") as holder:
            taking: Future[int] = threads.submit(take, database, 0, tmp_path / "games-0.zip", said)
            wait_until_it_waits(observer)
            observer.execute("SELECT FROM games")
            said.wait_for(f"taking part 0 off waits for Postgres session {holder.info.backend_pid} (nightly dump, ")
        assert taking.result() == 0
        assert observer.execute("SELECT to_regclass('games_0')").fetchone() == (None,)
