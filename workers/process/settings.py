"""A worker's settings, from the environment (docs/reference/configuration.md)."""

import os
import socket
from dataclasses import dataclass
from typing import Final

from arena.metrics import metrics_address
from arena.settings import count, link_secrets, postgres_address, redis_address, seconds
from arena.wire.address import Address

LEAST_LEASE: Final = 2.0  # seconds: leases are renewed every second
STUCK_AFTER: Final = 120.0  # seconds; a game waits 60 for a gateway that is away, and then for the grace, 30


@dataclass(frozen=True)
class Settings:
    """The settings of one worker.

    Attributes:
        lease: Seconds that a claimed block is ours without a renewal.
        name: The name of this process, for people.
        stuck_after: Seconds a game may stand still beyond its clocks before it is stopped as a fault of ours.
        memory_mib: Memory beyond which the process ends, to be started anew; None: no limit.
        metrics: Where figures are served; None: nowhere.
    """

    dsn: str
    link_secret: str
    lease: float
    name: str
    stuck_after: float = STUCK_AFTER
    memory_mib: int | None = None
    metrics: Address | None = None

    @classmethod
    def from_environment(cls) -> "Settings":
        """Read the environment. Raises `SettingError`."""
        return cls(
            dsn=postgres_address("ARENA_DSN"),
            link_secret=link_secrets("ARENA_LINK_SECRET")[0],  # gateways accept the others too
            lease=seconds("ARENA_LEASE", "10", LEAST_LEASE),
            name=f"{socket.gethostname()}:{os.getpid()}",
            stuck_after=seconds("ARENA_STUCK", f"{STUCK_AFTER:g}", 1.0),
            memory_mib=count("ARENA_WORKER_MEMORY", 1) if os.environ.get("ARENA_WORKER_MEMORY") else None,
            metrics=metrics_address(),
        )


def redis_url() -> str:
    """Return the address of Redis. Raises `SettingError`."""
    return redis_address("ARENA_REDIS_URL")
