"""Run a gateway that signs, in a process of its own."""

import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager

from tests.local.waiting import comes_true

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
        """Wait until it prints *words*, or ends without."""
        comes_true(lambda: any(words in line for line in self.lines) or not self._reading.is_alive())
        return any(words in line for line in self.lines)

    def kill(self) -> None:
        self.process.kill()
        self.process.wait(60)
        self._reading.join()


@contextmanager
def gateway(dsn: str, redis_url: str, listen: str = "127.0.0.1:0", before: str = "") -> Iterator[tuple[Running, str]]:
    """Run `python -m arena.gateway` with a key that signs.

    Yields it, and its address for people. *before*: Python that it runs first.
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
        assert running.says("workers reach it at"), running.lines
        (address,) = [line.split()[-1] for line in running.lines if "listening on" in line]
        yield running, address
    finally:
        running.kill()
