"""Watch what memory a seat has: limits of the kernel count some of it and not the rest."""

import os
import select
import signal
from pathlib import Path
from typing import Final

PERIOD: Final = 0.25  # seconds
MARGIN: Final = 16  # MiB
COUNTED: Final = ("RssAnon:", "RssShmem:", "VmPTE:", "VmSwap:")


def watch(pid: int, memory_mib: int, processes: int) -> bool:
    """Wait for the end of the child *pid*; kill it where it has too much, and return whether.

    *processes* is the folder /proc, open: a child that changes the root takes ours with it. The
    child is not reaped here.
    """
    most = (memory_mib + MARGIN) * 1024
    is_over = False
    end = os.pidfd_open(pid)
    while not select.select([end], [], [], PERIOD)[0]:
        if not is_over and used_kib(pid, processes) > most:
            is_over = True
            os.kill(pid, signal.SIGKILL)
    os.close(end)
    return is_over


def used_kib(pid: int, processes: int) -> int:
    """Return the memory of a process that is no file's, in KiB, with its tables of pages."""
    with open(os.open(f"{pid}/status", os.O_RDONLY, dir_fd=processes)) as file:
        lines = [line.split() for line in file]
    return sum(int(words[1]) for words in lines if words and words[0] in COUNTED)


def addresses_mib() -> int:
    """Return how many MiB of addresses this process has mapped."""
    pages = int(Path("/proc/self/statm").read_text().split()[0])
    return pages * os.sysconf("SC_PAGESIZE") // 2**20
