"""Limits on what a process may use."""

import resource
from dataclasses import dataclass
from typing import Final

THREADS: Final = 32
FILES: Final = 64
LARGEST_FILE: Final = 8 * 2**20  # bytes
STACK: Final = 8 * 2**20


@dataclass(frozen=True)
class Limits:
    """What a seat may use: MiB of data, seconds of CPU."""

    memory_mib: int
    cpu_s: int

    def set(self) -> None:
        """Set them, for good. Raises `OSError`."""
        for limit, most in (
            # RLIMIT_AS would count what is mapped and never touched, which some runtimes do a lot.
            (resource.RLIMIT_DATA, self.memory_mib * 2**20),
            (resource.RLIMIT_CPU, self.cpu_s),
            (resource.RLIMIT_NPROC, THREADS),
            (resource.RLIMIT_NOFILE, FILES),
            (resource.RLIMIT_FSIZE, LARGEST_FILE),
            (resource.RLIMIT_STACK, STACK),
            (resource.RLIMIT_CORE, 0),
            (resource.RLIMIT_MEMLOCK, 0),
            (resource.RLIMIT_MSGQUEUE, 0),
        ):
            resource.setrlimit(limit, (most, most))
