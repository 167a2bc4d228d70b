"""Run the embedded Postgres, and end a Postgres that an earlier run left behind."""

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

from arena.local.addresses import is_open, port_of, stored_port_of
from arena.local.binaries import find_postgres, runnable
from arena.local.problems import StartError
from arena.local.state import State, servers_user
from arena.local.supervisor import Child, signal_session, spawn

USER = "arena"
RECOVERY = 10.0  # seconds; so long the shared memory of a killed Postgres may prevent a restart


@dataclass(frozen=True)
class Postgres:
    """A Postgres with its data in *state*, which listens at 127.0.0.1:*port*."""

    state: State
    programs: Path  # folder of the programs `postgres` and `initdb`
    port: int
    password: str  # password of the database user `arena`

    @classmethod
    def prepare(cls, state: State) -> "Postgres":
        """Return a Postgres for *state*, and create its data folder if it is missing. Raises `StartError`."""
        programs = runnable(find_postgres(), state)
        password = state.secret("postgres.password")
        data = state.folder / "postgres"
        if not data.exists():
            _create_data(data, programs, state)
        elif (written_by := int((data / "PG_VERSION").read_text())) != (major := major_of(programs)):
            raise StartError(
                f"{data} was written by Postgres {written_by}, and the one in {programs} is {major}; set ARENA_PG_BIN"
                f" to a Postgres {written_by}, or move that folder away for a new database"
            )
        return cls(state, programs, port_of("postgres", state), password)

    def dsn(self, database: str = USER) -> str:
        """Return the address of *database* for psycopg, password included."""
        return _dsn(self.port, self.password, database)

    def child(self, *settings: str) -> Child:
        """Return the server as a process for a supervisor; *settings*: further `name=value` of `postgresql.conf`."""
        address = (f"port={self.port}", "unix_socket_directories=", *settings)
        options = (word for setting in address for word in ("-c", setting))
        return Child(
            name="postgres",
            argv=(str(self.programs / "postgres"), *data_arguments(self.state), *options),
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
        """Create *database* if it is missing, and return its address."""
        with psycopg.connect(self.dsn("postgres"), autocommit=True) as connection:
            row = connection.execute("SELECT 1 FROM pg_database WHERE datname = %s", [database]).fetchone()
            if row is None:
                connection.execute(sql.SQL("CREATE DATABASE {} TEMPLATE template0").format(sql.Identifier(database)))
        return self.dsn(database)


def running_dsn(state: State) -> str:
    """Return the address of the arena's database in *state*. Raises `StartError` if its Postgres does not run."""
    port = stored_port_of("postgres", state)
    if port is None or not is_open(port):
        raise StartError(f"the Postgres of {state.folder} does not run; start it with `arena up`")
    return _dsn(port, state.secret("postgres.password"), USER)


def _dsn(port: int, password: str, database: str) -> str:
    return f"postgresql://{USER}:{password}@127.0.0.1:{port}/{database}"


def data_arguments(state: State) -> list[str]:
    """Return the first arguments of a Postgres with its data in *state*, by which `end_orphan` recognizes it."""
    return ["-D", str(state.folder / "postgres"), "-c", "listen_addresses=127.0.0.1"]


def major_of(programs: Path) -> int:
    """Return the major version of the Postgres in the folder *programs*, as 18. Raises `StartError`."""
    output = subprocess.run([programs / "postgres", "--version"], capture_output=True, text=True, check=True).stdout
    match = re.search(r"\d+", output)
    if match is None:
        raise StartError(f"{programs / 'postgres'} --version prints no version ({output.strip()}); set ARENA_PG_BIN")
    return int(match.group())


def _create_data(data: Path, programs: Path, state: State) -> None:
    """Create the data folder *data* with `initdb`, under another name until it is complete. Raises `StartError`."""
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
        raise StartError(f"initdb failed with exit code {code}; see its log, {initdb.log}")
    draft.rename(data)


SIGNAL_TIMEOUT: Final = 3.0  # seconds until the next, stronger signal is sent


def end_orphan(state: State) -> int | None:
    """End the Postgres that a killed supervisor left running; return its process id, None if there was none.

    The caller must hold the lock of *state*, so that no supervisor watches that Postgres. Elsewhere than on Linux it
    returns None.
    """
    if sys.platform != "linux":
        return None
    try:
        pid = int((state.folder / "postgres/postmaster.pid").read_text().split()[0])
        process = os.pidfd_open(pid)  # still refers to this process if Linux reuses its id
    except (OSError, IndexError, ValueError):
        return None
    try:
        return pid if _is_ours(pid, state) and _end(process) else None
    finally:
        os.close(process)


def _is_ours(pid: int, state: State) -> bool:
    """Return whether process *pid* is a Postgres of *state*, by its user and its first arguments."""
    folder = Path(f"/proc/{pid}")
    try:
        words = folder.joinpath("cmdline").read_bytes().decode(errors="replace").split("\0")
        owner = folder.stat().st_uid
    except OSError:  # the process has just ended
        return False
    expected = data_arguments(state)
    return owner == (servers_user() or os.geteuid()) and words[1 : 1 + len(expected)] == expected


def _end(process: int) -> bool:
    for number in (signal.SIGINT, signal.SIGQUIT, signal.SIGKILL):
        with suppress(ProcessLookupError):
            signal.pidfd_send_signal(process, number)
        if select.select([process], [], [], SIGNAL_TIMEOUT)[0]:
            return True
    return False
