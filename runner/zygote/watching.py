"""Watch the memory and the CPU time of a seat, which the kernel's limits count only partly."""

import os
import select
import signal
import time
from pathlib import Path
from typing import Final

PERIOD: Final = 0.25  # seconds between two checks
MARGIN: Final = 16  # MiB that a seat may use beyond its limit
NOTHING, MEMORY, CPU = "", "memory", "cpu"
COUNTED: Final = ("RssAnon:", "RssShmem:", "VmPTE:", "VmSwap:")


def watch(pid: int, memory_mib: int, cpu_s: int, processes: int) -> str:
    """Wait for the child *pid*, or kill it at a limit; return the limit, `MEMORY` or `CPU`, or `NOTHING`.

    *processes*: a descriptor of /proc, because the child changes the root of this process too. The child is not reaped.
    """
    most = (memory_mib + MARGIN) * 1024
    over = NOTHING
    end = os.pidfd_open(pid)
    while not select.select([end], [], [], PERIOD)[0]:
        if memory_kib(pid, processes) > most:
            over = over or MEMORY
        elif time.clock_gettime((~pid << 3) | 2) >= cpu_s:  # CPUCLOCK_SCHED of linux/posix-timers.h
            over = over or CPU
        if over:
            os.kill(pid, signal.SIGKILL)
    os.close(end)
    return over


def memory_kib(pid: int, processes: int) -> int:
    """Return the memory of *pid* in KiB, with page tables, without file pages. *processes*: a descriptor of /proc."""
    with open(os.open(f"{pid}/status", os.O_RDONLY, dir_fd=processes)) as file:
        lines = [line.split() for line in file]
    return sum(int(words[1]) for words in lines if words and words[0] in COUNTED)


def addresses_mib() -> int:
    """Return how many MiB of addresses this process has mapped."""
    return int(Path("/proc/self/statm").read_text().split()[0]) * os.sysconf("SC_PAGESIZE") // 2**20
