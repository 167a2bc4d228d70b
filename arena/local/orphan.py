"""End a Postgres that outlived its supervisor.

As a rule it ends too. But Postgres 18 hangs for good when it is told to stop while it recovers from the crash of a
backend, and then no other one can have its data.
"""

import os
import select
import signal
import sys
from contextlib import suppress
from pathlib import Path
from typing import Final

from arena.local.postgres import beginning
from arena.local.state import State, servers_user

PATIENCE: Final = 3.0  # seconds for each way to end it


def end_orphan(state: State) -> int | None:
    """End the Postgres that an earlier supervisor left; return its process id, None if there is none.

    The caller holds the lock of *state*, so nobody supervises it any more. Linux only.
    """
    pid = _pid_in(state)
    if pid is None or sys.platform != "linux":
        return None
    try:
        process = os.pidfd_open(pid)  # stays with this process, whoever gets its number later
    except OSError:
        return None
    try:
        return pid if _is_ours(pid, state) and _end(process) else None
    finally:
        os.close(process)


def _pid_in(state: State) -> int | None:
    try:
        return int((state.folder / "postgres/postmaster.pid").read_text().split()[0])
    except (FileNotFoundError, IndexError, ValueError):
        return None


def _is_ours(pid: int, state: State) -> bool:
    """Return whether the process is of the servers' user, and was started with the words of `Postgres.child`."""
    place = Path(f"/proc/{pid}")
    try:
        words = place.joinpath("cmdline").read_bytes().decode(errors="replace").split("\0")
        owner = place.stat().st_uid
    except OSError:  # it has just ended
        return False
    expected = beginning(state)
    return owner == (servers_user() or os.geteuid()) and words[1 : 1 + len(expected)] == expected


def _end(process: int) -> bool:
    for number in (signal.SIGINT, signal.SIGQUIT, signal.SIGKILL):
        with suppress(ProcessLookupError):
            signal.pidfd_send_signal(process, number)
        if select.select([process], [], [], PATIENCE)[0]:
            return True
    return False
