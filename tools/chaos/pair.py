"""A Postgres and its synchronous standby, which takes over when the first is killed."""

import shutil
import signal
import subprocess
import time
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

import psycopg

from arena.local.addresses import port_of
from arena.local.postgres import USER, Postgres
from arena.local.state import State
from arena.local.supervisor import Child, signal_session, spawn

NAMES: Final = ("store-1", "store-2")
AGAIN: Final = 0.1  # seconds
IN_STEP: Final = "SELECT count(*) FROM pg_stat_replication WHERE sync_state = 'sync'"
WAIT_FOR: Final = "ALTER SYSTEM SET synchronous_standby_names = '{}'"


class Pair:
    """Two servers in *folder*: one accepts changes, and commits each after the other has it."""

    def __init__(self, folder: Path) -> None:
        states = [State.open(folder / name) for name in NAMES]
        for state in states:
            state.write_private("postgres.password", State.open(folder).secret("postgres.password"))
        first = Postgres.prepare(states[0])
        self._servers = [first, replace(first, state=states[1], port=port_of("postgres", states[1]))]
        self._noted = folder / "primary"
        self._primary = int(self._noted.read_text()) if self._noted.exists() else 0
        self._processes: dict[int, subprocess.Popen[bytes]] = {}

    def __enter__(self) -> "Pair":
        self._start(self._primary)
        self._ask(WAIT_FOR.format(""))
        self._ask("SELECT pg_reload_conf()")
        self._servers[self._primary].make_database()
        self.complete()
        return self

    def __exit__(self, *_: object) -> None:
        for process in self._processes.values():
            process.send_signal(signal.SIGINT)
        for process in self._processes.values():
            process.wait()

    @property
    def addresses(self) -> str:
        """Both addresses, with a comma between."""
        return ",".join(f"127.0.0.1:{server.port}" for server in self._servers)

    def fail_over(self) -> None:
        """Kill the server that accepts changes, so that the other one takes over."""
        dead = self._processes.pop(self._primary)
        signal_session(dead, signal.SIGKILL)
        dead.wait()
        self._primary = 1 - self._primary
        self._ask(WAIT_FOR.format(""))
        self._ask("SELECT pg_reload_conf()")
        self._ask("SELECT pg_promote()")
        self._noted.write_text(str(self._primary))

    def complete(self) -> None:
        """Make the other server a standby unless it is one; wait until it is in step."""
        other = 1 - self._primary
        if other in self._processes:
            return
        self._copy(self._servers[self._primary], self._servers[other])
        self._start(other)
        self._ask(WAIT_FOR.format("*"))
        self._ask("SELECT pg_reload_conf()")
        while self._ask(IN_STEP) != 1:
            time.sleep(AGAIN)

    def _start(self, which: int) -> None:
        child = self._servers[which].child("wal_retrieve_retry_interval=200ms")
        self._processes[which] = spawn(child)
        while not child.ready():
            assert self._processes[which].poll() is None, child.log.read_text()[-2000:]
            time.sleep(AGAIN)

    def _copy(self, primary: Postgres, standby: Postgres) -> None:
        data = standby.state.folder / "postgres"
        shutil.rmtree(data, ignore_errors=True)
        source = f"host=127.0.0.1 port={primary.port} user={USER}"
        copying = Child(
            name="pg_basebackup",
            argv=(str(primary.programs / "pg_basebackup"), "-D", str(data), "-R", "-c", "fast", "-d", source),
            log=standby.state.log("pg_basebackup"),
            folder=standby.state.folder,
            env={"PGPASSWORD": primary.password},
            as_server=True,
        )
        assert spawn(copying).wait() == 0, copying.log.read_text()

    def _ask(self, query: str) -> Any:
        with psycopg.connect(self._servers[self._primary].dsn("postgres"), autocommit=True) as connection:
            cursor = connection.execute(query)
            return (cursor.fetchone() or (None,))[0] if cursor.description else None
