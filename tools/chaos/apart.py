"""An arena whose supervisor is a separate process, so that it can be killed too."""

import json
import os
import signal
import subprocess
import sys
import time
from contextlib import suppress
from dataclasses import asdict
from pathlib import Path
from typing import Final

from arena.local.addresses import port_of
from arena.local.postgres import USER
from arena.local.supervisor import Child, spawn
from arena.local.up import Arena
from runner.confine.machine import why_not_confined
from tests.local.processes import children_of
from tools.chaos.supervised import Plan

STOPS_WITHIN: Final = 60.0  # seconds
PYTHON: Final = (sys.executable, "-m")


class SupervisedArena(Arena):
    """The service of a run, at the same addresses each time; *stores*: addresses of a pair of Postgres servers."""

    def __init__(self, folder: Path, workers: int, gateways: int, stores: str = "") -> None:
        super().__init__(folder, workers, gateways)
        names = ["gateway", *(f"gateway-{number}" for number in range(2, gateways + 1))]
        self.gateways = [self._address(name) for name in names]
        self.links = [self._address(f"{name}-link") for name in names]
        self.page = f"http://{self._address('web')}"
        self._stores = stores
        self.store_address = stores or self._address("postgres")
        self.redis_address = self._address("valkey")
        self.dsn = self.dsn_over([self.store_address])
        self.redis_url = self.redis_url_over(self.redis_address)
        self.no_runner = why_not_confined()
        self.follow(self.dsn, self.redis_url, self.links)

    def follow(self, dsn: str, redis_url: str, links: list[str]) -> None:
        """Connect the parts to these addresses."""
        folder, has_postgres = str(self.state.folder), not self._stores
        self.plan = Plan(folder, self._workers, self._gateways, dsn, redis_url, links, has_postgres)

    def dsn_over(self, addresses: list[str]) -> str:
        """Return the address of the database if *addresses* lead to Postgres."""
        password = self.state.secret("postgres.password")
        return f"postgresql://{USER}:{password}@{','.join(addresses)}/{USER}?target_session_attrs=read-write"

    def redis_url_over(self, address: str) -> str:
        """Return the URL of Valkey if *address* leads to it."""
        return f"redis://:{self.state.secret('valkey.password')}@{address}/0"

    def start(self) -> None:
        """Start the supervisor; wait until everything is usable."""
        up = self.state.folder / "server.json"
        up.unlink(missing_ok=True)  # left by a killed supervisor
        child = Child(
            name="supervisor",
            argv=(*PYTHON, "tools.chaos.supervised", json.dumps(asdict(self.plan))),
            log=self.state.log("supervisor"),
            folder=Path.cwd(),
            death_signal=signal.SIGTERM,
        )
        self.supervisor = spawn(child)
        while not up.exists():
            assert self.supervisor.poll() is None, self.state.log("supervisor").read_text()[-2000:]
            time.sleep(0.05)
        self.operator_token = self.state.secret("operator.token")

    def stop(self) -> None:
        """Stop everything in order."""
        self.supervisor.send_signal(signal.SIGCONT)
        self.supervisor.terminate()
        try:
            self.supervisor.wait(STOPS_WITHIN)
        except subprocess.TimeoutExpired:
            self.supervisor.kill()
            self.supervisor.wait()

    def pid_of(self, name: str) -> int:
        """Return the id of the process that writes the log of the child *name*; wait for it if it is due."""
        log = str(self.state.log(name))
        while True:
            for pid in children_of(self.supervisor.pid):
                with suppress(OSError):  # the process has just ended
                    if os.readlink(f"/proc/{pid}/fd/1") == log:
                        return pid
            assert self.supervisor.poll() is None, "the supervisor has ended"
            time.sleep(0.02)

    def _address(self, name: str) -> str:
        return f"127.0.0.1:{port_of(name, self.state)}"
