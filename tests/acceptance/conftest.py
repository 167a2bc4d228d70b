import json
import os
import pty
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TextIO

import pytest

from tests.local.processes import children_of
from tests.local.waiting import comes_true

ARENA = (sys.executable, "-c", "from arena.cli import main; main()")


class Here:
    """The `arena` command over a state folder of its own."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        apart = {name: value for name, value in os.environ.items() if name not in ("ARENA_SERVER", "ARENA_TOKEN")}
        self._environment = {**apart, "ARENA_STATE": str(folder)}

    def run(self, *words: str, code: int = 0) -> str:
        """Return what a command prints, or its error if *code*, which it must end with, is one."""
        done = subprocess.run([*ARENA, *words], env=self._environment, capture_output=True, text=True)
        assert done.returncode == code, done.stdout + done.stderr
        return done.stderr if code else done.stdout

    def start(self, *words: str) -> "subprocess.Popen[str]":
        """Start a command; its standard output has both streams."""
        both = {"stdout": subprocess.PIPE, "stderr": subprocess.STDOUT}
        return subprocess.Popen([*ARENA, *words], env=self._environment, text=True, **both)  # type: ignore[call-overload,no-any-return]

    @contextmanager
    def on_a_terminal(self, *words: str) -> Iterator[tuple["subprocess.Popen[bytes]", TextIO]]:
        """Run a command on a terminal; yield its process and what it shows."""
        near, far = pty.openpty()
        with subprocess.Popen([*ARENA, *words], env=self._environment, stdin=far, stdout=far, stderr=far) as process:
            os.close(far)
            with open(near, errors="replace") as shown:
                yield process, shown

    @contextmanager
    def up(self) -> Iterator[None]:
        """While the block runs the service is up."""
        with self.start("up", "--workers", "1", "--port", "0") as process:
            try:
                assert comes_true((self.folder / "server.json").exists)
                yield
            finally:  # a test that failed would wait for it for ever
                process.send_signal(signal.SIGTERM)
                process.communicate()

    def closed(self, tournament: str) -> int:
        """How many of its boards are closed."""
        try:
            lines: list[dict[str, Any]] = json.loads(self.run("tournament", "list", "--json"))["tournaments"]
        except AssertionError:
            return 0  # the service is on its way up
        return sum(int(line["closed"]) for line in lines if line["name"] == tournament)


@pytest.fixture
def here() -> Iterator[Here]:
    """What the children printed is part of a failed test's report."""
    with tempfile.TemporaryDirectory(prefix="arena-test-") as folder:
        yield Here(Path(folder))
        for log in Path(folder).glob("logs/*.log"):
            print(f"--- {log.name}\n{log.read_text(errors='replace')}")


def child_with(parent: int, word: str) -> int | None:
    """Return a child of *parent* with *word* in its command line, if any."""
    for pid in sorted(children_of(parent)):
        try:
            if word in Path(f"/proc/{pid}/cmdline").read_text():
                return pid
        except FileNotFoundError:
            continue
    return None
