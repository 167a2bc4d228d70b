"""Process groups that end with this process, also after TERM, HUP or KILL.

Linux can send a signal at our death (`PR_SET_PDEATHSIG`), but only to one process, and already when the thread ends
that started it. A guard process that reads a pipe can kill the whole group, on macOS too.
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
    """Let the guard kill the group of the process *leader* when this process ends."""
    _tell(f"+{leader}\n")


def kill_group(leader: int) -> None:
    """Kill all processes of a guarded group."""
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(leader, signal.SIGKILL)
    _tell(f"-{leader}\n")


def _tell(line: str) -> None:
    pipe = _guard().stdin
    assert pipe is not None
    with suppress(BrokenPipeError):  # the guard was killed
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
