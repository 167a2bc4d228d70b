"""The embedded Postgres, also of an earlier run."""

import os
import re
import select
import shutil
import signal
import subprocess
import sys
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import psycopg
from psycopg import sql

from arena.local.addresses import is_open, kept_port_of, port_of
from arena.local.binaries import find_postgres, runnable
from arena.local.child import Child, signal_session, spawn
from arena.local.problems import CannotStart, NotRunning, WrongMajor
from arena.local.state import State, servers_user

USER = "arena"
RECOVERY = 10.0  # seconds in which a killed Postgres' shared memory may still block the next one


@dataclass(frozen=True)
class Postgres:
    """A Postgres with its data in *state*, on 127.0.0.1:*port*."""

    state: State
    programs: Path
    port: int
    password: str

    @classmethod
    def prepare(cls, state: State) -> "Postgres":
        """Find the programs, make missing data; raises `NoServerFound`, `WrongMajor`."""
        programs = runnable(find_postgres(), state)
        password = state.secret("postgres.password")
        data = state.folder / "postgres"
        if data.exists():
            _refuse_other_major(data, programs)
        else:
            _make_data(data, programs, state)
        return cls(state, programs, port_of("postgres", state), password)

    def dsn(self, database: str = USER) -> str:
        """Return the address of *database* for psycopg, password included."""
        return _dsn(self.port, self.password, database)

    def child(self, *settings: str) -> Child:
        """Return the server's child; *settings* are extra `name=value` of `postgresql.conf`."""
        address = (f"port={self.port}", "unix_socket_directories=", *settings)
        options = (word for setting in address for word in ("-c", setting))
        return Child(
            name="postgres",
            argv=(str(self.programs / "postgres"), *beginning(self.state), *options),
            log=self.state.log("postgres"),
            folder=self.state.folder,
            ready=self.is_alive,
            stop_signal=signal.SIGINT,
            death_signal=signal.SIGINT,
            stubborn_for=RECOVERY,
            as_server=True,
        )

    def is_alive(self) -> bool:
        """Return whether the server accepts a connection."""
        try:
            psycopg.connect(self.dsn("postgres"), connect_timeout=2).close()
        except psycopg.OperationalError:
            return False
        return True

    def make_database(self, database: str = USER) -> str:
        """Make *database* unless it is there, and return its address."""
        with psycopg.connect(self.dsn("postgres"), autocommit=True) as connection:
            found = connection.execute("SELECT 1 FROM pg_database WHERE datname = %s", [database]).fetchone()
            if found is None:
                connection.execute(sql.SQL("CREATE DATABASE {} TEMPLATE template0").format(sql.Identifier(database)))
        return self.dsn(database)


def running_dsn(state: State) -> str:
    """Return the address of the database that runs over *state*; raises `NotRunning`."""
    port = kept_port_of("postgres", state)
    if port is None or not is_open(port):
        raise NotRunning(f"no Postgres runs over {state.folder}: `arena up` starts it")
    return _dsn(port, state.secret("postgres.password"), USER)


def _dsn(port: int, password: str, database: str) -> str:
    return f"postgresql://{USER}:{password}@127.0.0.1:{port}/{database}"


def beginning(state: State) -> list[str]:
    """Return the first arguments of every server of ours with its data in *state*."""
    return ["-D", str(state.folder / "postgres"), "-c", "listen_addresses=127.0.0.1"]


def major_of(programs: Path) -> int:
    """Return the major version of the Postgres in *programs*."""
    said = subprocess.run([programs / "postgres", "--version"], capture_output=True, text=True, check=True).stdout
    found = re.search(r"\d+", said)
    if found is None:
        raise CannotStart(f"{programs / 'postgres'} --version says no version: {said.strip()}")
    return int(found.group())


def _refuse_other_major(data: Path, programs: Path) -> None:
    written_by, found = int((data / "PG_VERSION").read_text()), major_of(programs)
    if written_by != found:
        raise WrongMajor(
            f"{data} was written by Postgres {written_by} and the one found in {programs} is {found}:"
            f" set ARENA_PG_BIN to a Postgres {written_by}, or move that folder away to start anew"
        )


def _make_data(data: Path, programs: Path, state: State) -> None:
    """Run initdb in a draft folder; rename it when it is complete."""
    for left in state.folder.glob("postgres.new-*"):
        shutil.rmtree(left, ignore_errors=True)
    draft = state.data(f"postgres.new-{os.getpid()}")
    options = ("-U", USER, "-A", "scram-sha-256", "--locale=C", "-E", "UTF8", "--no-sync")
    password = f"--pwfile={state.folder / 'postgres.password'}"
    initdb = Child(
        name="initdb",
        argv=(str(programs / "initdb"), "-D", str(draft), *options, password),
        log=state.log("initdb"),
        folder=state.folder,
        as_server=True,
    )
    process = spawn(initdb)
    try:
        code = process.wait()
    finally:
        signal_session(process, signal.SIGKILL)
    if code:
        raise CannotStart(f"initdb failed with exit code {code}; its log is {initdb.log}")
    draft.rename(data)


PATIENCE: Final = 3.0  # seconds for each way to end it


def end_orphan(state: State) -> int | None:
    """End the Postgres that an earlier supervisor left; return its process id, None if there is none.

    The caller holds the lock of *state*, so nobody supervises it any more. Linux only.
    """
    pid = _pid_in(state)
    if pid is None or sys.platform != "linux":
        return None
    try:
        process = os.pidfd_open(pid)  # stays with this process, whoever gets its number later
    except OSError:
        return None
    try:
        return pid if _is_ours(pid, state) and _end(process) else None
    finally:
        os.close(process)


def _pid_in(state: State) -> int | None:
    try:
        return int((state.folder / "postgres/postmaster.pid").read_text().split()[0])
    except (FileNotFoundError, IndexError, ValueError):
        return None


def _is_ours(pid: int, state: State) -> bool:
    """Return whether the process is of the servers' user, and was started with the words of `Postgres.child`."""
    place = Path(f"/proc/{pid}")
    try:
        words = place.joinpath("cmdline").read_bytes().decode(errors="replace").split("\0")
        owner = place.stat().st_uid
    except OSError:  # it has just ended
        return False
    expected = beginning(state)
    return owner == (servers_user() or os.geteuid()) and words[1 : 1 + len(expected)] == expected


def _end(process: int) -> bool:
    for number in (signal.SIGINT, signal.SIGQUIT, signal.SIGKILL):
        with suppress(ProcessLookupError):
            signal.pidfd_send_signal(process, number)
        if select.select([process], [], [], PATIENCE)[0]:
            return True
    return False
