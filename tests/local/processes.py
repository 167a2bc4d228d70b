import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from tests.programs import ROOT


def is_running(pid: int) -> bool:
    """A zombie that nobody has waited for yet runs no more."""
    return _status(pid)[0] != "Z"


def children_of(parent: int) -> set[int]:
    """The ids of the processes that *parent* started and that still run."""
    pids = (
        (int(folder.name), _status(int(folder.name))) for folder in Path("/proc").iterdir() if folder.name.isdecimal()
    )
    return {pid for pid, (state, above, *_) in pids if state != "Z" and int(above) == parent}


def start_python(*words: str, **environment: str) -> "subprocess.Popen[str]":
    """Start Python in the project's folder; of the variables ARENA_... it has only those of *environment*."""
    clean = {name: value for name, value in os.environ.items() if not name.startswith("ARENA_")}
    return subprocess.Popen(
        [sys.executable, *words],
        cwd=ROOT,
        env=clean | environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


@contextmanager
def hung(parent: int) -> Iterator[None]:
    """Stop *parent* and its children while the block runs: their sockets stay open, and nobody answers."""
    stopped = [parent]
    os.kill(parent, signal.SIGSTOP)  # first: it starts no more children
    try:
        for pid in children_of(parent):
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGSTOP)
                stopped.append(pid)
        yield
    finally:
        for pid in stopped:
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGCONT)


def _status(pid: int) -> list[str]:
    """State, parent and so on: what follows the program's name in /proc; of one that is gone those of a zombie."""
    with suppress(FileNotFoundError, ProcessLookupError):
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return ["Z", "0"]
