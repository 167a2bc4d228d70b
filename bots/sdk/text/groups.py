"""Process groups that end when this process ends, even by TERM, HUP or KILL.

Linux can send a signal when a parent dies (`PR_SET_PDEATHSIG`). But it reaches only one process, and it is sent as soon
as the thread that started the process ends. A guard process that reads a pipe can kill the whole group, also on macOS.
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
    """Make the guard kill the process group of *leader*, a process id, when this process ends."""
    _tell(f"+{leader}\n")


def kill_group(leader: int) -> None:
    """Kill all processes of the group of *leader*, a process id, and remove the group from the guard's list."""
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(leader, signal.SIGKILL)
    _tell(f"-{leader}\n")


def _tell(line: str) -> None:
    pipe = _guard().stdin
    assert pipe is not None
    with suppress(BrokenPipeError):  # the guard process was killed
        pipe.write(line.encode())


@cache
def _guard() -> "subprocess.Popen[bytes]":
    """Start the guard process, which ends shortly after this process."""
    return subprocess.Popen(
        [sys.executable, "-I", "-S", GUARD],
        bufsize=0,
        cwd="/",
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
