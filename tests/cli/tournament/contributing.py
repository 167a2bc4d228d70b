"""Run gateways and programs for `arena tournament contribute`.

For its tests, each a process of its own.
"""

import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager

from tests.local.waiting import comes_true

COMMAND = """
import sys
from arena.cli.root import run
from arena.cli.tournament import contribute
contribute.LOOK_EVERY = 0.1
sys.exit(run())
"""
ARENA = (sys.executable, "-c", COMMAND)
GATEWAY = """
import runpy
runpy.run_module("arena.gateway", run_name="__main__", alter_sys=True)
"""
SECRET = "00" * 32


class Running:
    """A process whose lines are kept."""

    def __init__(self, command: tuple[str, ...], environment: dict[str, str]) -> None:
        both = {"stdout": subprocess.PIPE, "stderr": subprocess.STDOUT}
        self.process = subprocess.Popen(command, env=os.environ | environment, text=True, **both)  # type: ignore[call-overload]
        self.lines: list[str] = []
        self._reading = threading.Thread(target=self._read)
        self._reading.start()

    def _read(self) -> None:
        self.lines.extend(line.rstrip("\n") for line in iter(self.process.stdout.readline, ""))

    def says(self, words: str) -> bool:
        """Return whether it says so now or soon.

        Not once it has ended without.
        """
        comes_true(lambda: words in self.said or not self._reading.is_alive())
        return words in self.said

    @property
    def said(self) -> str:
        return "\n".join(self.lines)

    def ends(self) -> int:
        """Its exit code, once it has ended and all is read."""
        code: int = self.process.wait(60)
        self._reading.join()
        return code

    def kill(self) -> None:
        self.process.kill()
        self.ends()


@contextmanager
def gateway(dsn: str, redis_url: str, listen: str = "127.0.0.1:0", before: str = "") -> Iterator[tuple[Running, str]]:
    """Run `python -m arena.gateway` with a key that signs.

    Yields it, and where people reach it. *before*: Python that it runs first.
    """
    environment = {
        "ARENA_DSN": dsn,
        "ARENA_REDIS_URL": redis_url,
        "ARENA_LINK_SECRET": SECRET,
        "ARENA_SIGNING_KEY": SECRET,
        "ARENA_GATEWAY_LISTEN": listen,
        "ARENA_LINK_LISTEN": "127.0.0.1:0",
    }
    running = Running((sys.executable, "-c", before + GATEWAY), environment)
    try:
        assert running.says("workers reach it at"), running.said
        (address,) = [line.split()[-1] for line in running.lines if "listening on" in line]
        yield running, address
    finally:
        running.kill()


@contextmanager
def contributing(address: str, token: str, *words: str) -> Iterator[Running]:
    """`arena tournament contribute cup` with an owner's token."""
    environment = {"ARENA_SERVER": address, "ARENA_TOKEN": token}
    running = Running((*ARENA, "tournament", "contribute", "cup", *words), environment)
    try:
        yield running
    finally:
        running.kill()
