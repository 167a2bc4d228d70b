"""Process groups that end with this process, however it ends: also by TERM, HUP or KILL.

Linux could send a signal at our death (`PR_SET_PDEATHSIG`), but to one process and not to those that it started, and
already when the thread ends that started it. A guard that reads a pipe reaches the whole group, on macOS too.
"""

import os
import signal
import subprocess
import sys
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Final

GUARD: Final = Path(__file__).with_name("guard.py")


def guard_group(leader: int) -> None:
    """Have the group of the process *leader* killed when this process ends."""
    _tell(f"+{leader}\n")


def kill_group(leader: int) -> None:
    """Kill what runs of a guarded group, its leader ended or not."""
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(leader, signal.SIGKILL)
    _tell(f"-{leader}\n")


def _tell(line: str) -> None:
    pipe = _guard().stdin
    assert pipe is not None
    with suppress(BrokenPipeError):  # somebody killed the guard
        pipe.write(line.encode())


@cache
def _guard() -> "subprocess.Popen[bytes]":
    """Start the guard, which outlives this process for a moment."""
    return subprocess.Popen(
        [sys.executable, "-I", "-S", GUARD],
        bufsize=0,
        cwd="/",
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
