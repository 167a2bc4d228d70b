"""What a worker is told by its environment (docs/architecture.md §7)."""

import os
import socket
from dataclasses import dataclass
from typing import Final

from arena.settings import link_secrets, postgres_address, required, seconds

LEAST_LEASE: Final = 2.0  # seconds: leases are renewed every second


@dataclass(frozen=True)
class Settings:
    """*lease*: seconds for which a claimed block is ours without being renewed. *name*: this process, for people."""

    dsn: str
    link_secret: str
    lease: float
    name: str

    @classmethod
    def from_environment(cls) -> "Settings":
        """Raises `BadSetting`."""
        return cls(
            dsn=postgres_address("ARENA_DSN"),
            link_secret=link_secrets("ARENA_LINK_SECRET")[0],  # gateways take the others too, while it is being changed
            lease=seconds("ARENA_LEASE", "10", LEAST_LEASE),
            name=f"{socket.gethostname()}:{os.getpid()}",
        )


def redis_url() -> str:
    """The address of Redis. Raises `BadSetting`."""
    return required("ARENA_REDIS_URL", "the address of Redis, redis://HOST:PORT/0")
