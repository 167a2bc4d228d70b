import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest

from arena.local.addresses import is_open, port_of
from arena.local.postgres import running_dsn
from arena.local.problems import StartError
from arena.local.state import State
from arena.local.up import Arena
from runner.confine.machine import why_not_confined
from tests.cli.conftest import Command
from tests.local.processes import children_of, is_running
from tests.local.waiting import comes_true

CHILDREN = ("postgres", "valkey", "gateway", "worker-1", "worker-2", "web")
COMMAND = [sys.executable, "-c", "from arena.cli import main; main()", "up", "--port", "0"]


@pytest.fixture
def up(own_folder: Path) -> Iterator["subprocess.Popen[str]"]:
    """A running `arena up` on a state folder of its own."""
    words, environment = [*COMMAND, "--tls", "localhost"], {**os.environ, "ARENA_STATE": str(own_folder)}
    with subprocess.Popen(words, env=environment, stderr=subprocess.PIPE, text=True) as process:
        assert process.stderr is not None
        line = process.stderr.readline()
        assert line.startswith("The arena is up at 127.0.0.1:"), line + process.stderr.read()
        yield process
        process.kill()


def is_postgres(pid: int) -> bool:
    return b"/bin/postgres" in Path(f"/proc/{pid}/cmdline").read_bytes()


def gateway_in(folder: Path) -> int:
    """The port that `server.json` names."""
    server: str = json.loads((folder / "server.json").read_text())["gateway"]
    return int(server.rpartition(":")[2])


@pytest.mark.faults
def test_the_whole_service_runs_and_what_is_killed_comes_back_until_it_ends(own_folder: Path) -> None:
    with Arena(own_folder, with_page=True) as arena:
        pids = [arena.pid_of(name) for name in CHILDREN]
        assert all(is_running(pid) for pid in pids)
        assert arena.gateway == f"127.0.0.1:{gateway_in(own_folder)}"
        assert arena.operator_token == (own_folder / "operator.token").read_text().strip()
        assert arena.operator_token.startswith("arena_operator_")
        with pytest.raises(StartError, match="is already up"), Arena(own_folder, with_page=True):
            pass
        with psycopg.connect(arena.dsn) as connection:
            stored = connection.execute("SELECT count(*) FROM pg_tables WHERE schemaname = 'public'").fetchone()
            assert stored is not None
            assert stored[0] > 0
        ports = (own_folder / "ports.json").read_text()
        assert running_dsn(arena.state) == arena.dsn
        assert (own_folder / "ports.json").read_text() == ports
        for pid in pids:
            os.kill(pid, signal.SIGKILL)
        assert comes_true(lambda: all(arena.pid_of(name) not in pids for name in CHILDREN))
        assert comes_true(lambda: is_open(gateway_in(own_folder)))
        pids += [arena.pid_of(name) for name in CHILDREN]
        assert comes_true(lambda: all(is_running(arena.pid_of(name)) for name in CHILDREN))
    assert not any(is_running(pid) for pid in pids)
    assert not (own_folder / "server.json").exists()


@pytest.mark.usefixtures("without_signals")
def test_gateways_keep_their_ports_or_the_arena_does_not_start(
    arena: Command, own_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ARENA_STATE", str(own_folder))
    first = port_of("first", State.open(own_folder))
    (own_folder / "ports.json").unlink()
    with Arena(own_folder, workers=0, gateways=2, port=first) as up:
        before = up.gateways
        assert len(set(before)) == 2
        assert up.gateway == before[0] == f"127.0.0.1:{gateway_in(own_folder)}" == f"127.0.0.1:{first}"
        assert all(is_open(int(address.rpartition(":")[2])) for address in before)
        assert is_running(up.pid_of("gateway-2"))
        twice = arena("up")
        assert twice.refused
        assert f"the arena of {own_folder} is already up (process {os.getpid()})" in twice.err
    with socket.create_server(("127.0.0.1", first)):
        refused = arena("up")
        assert refused.refused
        assert f"port {first}, where this arena is reached (gateway), is in use; stop the program" in refused.err
        assert "or run `arena up --port N` for another port" in refused.err
        chosen = arena("up", "--port", str(first))
        assert chosen.refused
        assert f"--port {first} is in use by another program; give another port, or 0" in chosen.err
    with Arena(own_folder, workers=0, gateways=2, port=None) as up:
        assert up.gateways == before
        with psycopg.connect(up.dsn) as connection:
            connection.execute("UPDATE migrations SET name = '0001_accounts.sql'")
    older = arena("up", "--port", "0")
    assert older.refused
    assert f"the database in {own_folder} has an older schema" in older.err
    assert "save its tournaments with `arena export` of the old checkout" in older.err
    assert f"move the folder away (mv {own_folder} " in older.err


@pytest.mark.parametrize("number", [signal.SIGINT, pytest.param(signal.SIGTERM, marks=pytest.mark.slow)])
def test_up_prints_how_bots_connect_and_stops_when_interrupted(
    up: "subprocess.Popen[str]", own_folder: Path, number: signal.Signals
) -> None:
    assert up.stderr is not None
    line = up.stderr.readline()
    assert f" --ca {own_folder / 'tls-ca.pem'}" in line
    assert "--arena grpcs://localhost:" in line
    children = children_of(up.pid)
    assert len(children) == len(CHILDREN) + (not why_not_confined())  # then there is a runner too
    up.send_signal(number)
    assert up.wait(60) == 0
    assert not any(is_running(pid) for pid in children)
    assert not (own_folder / "server.json").exists()


@pytest.mark.faults
def test_a_killed_supervisor_takes_everything_with_it_and_the_next_comes_up(
    up: "subprocess.Popen[str]", own_folder: Path
) -> None:
    children, port = children_of(up.pid), gateway_in(own_folder)
    up.kill()
    up.wait()
    with Arena(own_folder, workers=0) as arena:
        assert arena.gateway == f"127.0.0.1:{port}"
        assert not any(is_running(pid) for pid in children)


@pytest.mark.faults
def test_a_postgres_that_hangs_after_a_crash_and_its_supervisors_death_does_not_block_the_next(
    up: "subprocess.Popen[str]", own_folder: Path
) -> None:
    (postgres,) = (pid for pid in children_of(up.pid) if is_postgres(pid))
    log = own_folder / "logs/postgres.log"
    os.kill(min(children_of(postgres)), signal.SIGKILL)
    assert comes_true(lambda: "database system was interrupted" in log.read_text())
    up.kill()
    up.wait()
    with Arena(own_folder, workers=0) as arena:
        assert not is_running(postgres)
        assert is_running(arena.pid_of("postgres"))
        psycopg.connect(arena.dsn).close()


@pytest.mark.parametrize("seconds", [0.3, *(pytest.param(each, marks=pytest.mark.slow) for each in (0.0, 0.15, 0.6))])
@pytest.mark.faults
def test_an_interruption_of_the_start_leaves_a_state_that_the_next_can_use(own_folder: Path, seconds: float) -> None:
    environment = {**os.environ, "ARENA_STATE": str(own_folder)}
    with subprocess.Popen(COMMAND, env=environment) as process:
        assert comes_true((own_folder / "lock").exists)
        time.sleep(seconds)
        children = children_of(process.pid)
        process.send_signal(signal.SIGINT)
        assert process.wait(60) == 0
    assert not any(is_running(pid) for pid in children)
    with Arena(own_folder, workers=0) as arena:
        assert is_running(arena.pid_of("gateway"))
