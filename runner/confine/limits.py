"""Set the resource limits of a confined process, and drop its privileges."""

import ctypes
import resource
import signal
import struct
from dataclasses import dataclass
from typing import Final

from runner.confine.system_calls import (
    PR_CAP_AMBIENT,
    PR_CAP_AMBIENT_CLEAR_ALL,
    PR_CAPBSET_DROP,
    PR_SET_NO_NEW_PRIVS,
    PR_SET_PDEATHSIG,
    call,
    prctl,
)

THREADS: Final = 32
FILES: Final = 64
LARGEST_FILE: Final = 8 * 2**20  # bytes
STACK: Final = 8 * 2**20  # bytes
SIGNALS: Final = 256  # the most pending signals, including timers


@dataclass(frozen=True)
class Limits:
    """The limits of a seat: MiB of data memory, MiB of addresses, and seconds of CPU time.

    Read-only memory and page tables do not count as data; only the limit on addresses bounds them.
    """

    memory_mib: int
    addresses_mib: int
    cpu_s: int

    def limit_data(self) -> None:
        """Limit the data memory, irrevocably. Raises `OSError`, and `MemoryError` if Python already uses more."""
        _set_limit(resource.RLIMIT_DATA, self.memory_mib * 2**20)

    def limit_rest(self) -> None:
        """Set all limits except the one on data memory, irrevocably. Raises `OSError`."""
        for limit, most in (
            (resource.RLIMIT_AS, self.addresses_mib * 2**20),
            (resource.RLIMIT_CPU, self.cpu_s),
            (resource.RLIMIT_NPROC, THREADS),
            (resource.RLIMIT_NOFILE, FILES),
            (resource.RLIMIT_FSIZE, LARGEST_FILE),
            (resource.RLIMIT_STACK, STACK),
            (resource.RLIMIT_CORE, 0),
            (resource.RLIMIT_MEMLOCK, 0),
            (resource.RLIMIT_MSGQUEUE, 0),
            (resource.RLIMIT_SIGPENDING, SIGNALS),
        ):
            _set_limit(limit, most)


def _set_limit(limit: int, most: int) -> None:
    resource.setrlimit(limit, (most, most))


CAPABILITIES: Final = 64  # the number of capabilities to try; the kernel refuses unknown ones
VERSION_3: Final = 0x2008_0522


def drop_privileges() -> None:
    """Drop all capabilities of this process, also those that executing a program could add. Raises `OSError`."""
    prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL)
    for capability in range(CAPABILITIES):
        try:
            prctl(PR_CAPBSET_DROP, capability)
        except OSError:
            break  # one above the last capability
    prctl(PR_SET_NO_NEW_PRIVS, 1)
    header, none = struct.pack("<Ii", VERSION_3, 0), bytes(24)
    call("capset", ctypes.c_char_p(header), ctypes.c_char_p(none))


def die_with_parent() -> None:
    """Have the kernel kill this process when its parent ends. Raises `OSError`."""
    prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
