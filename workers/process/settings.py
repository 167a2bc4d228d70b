"""A worker's settings, from environment variables (docs/reference/configuration.md)."""

import os
import socket
from dataclasses import dataclass
from typing import Final

from arena.metrics import metrics_address
from arena.settings import count, link_secrets, postgres_address, redis_address, seconds
from arena.wire.address import Address

LEAST_LEASE: Final = 2.0  # seconds: leases are renewed every second
STUCK_AFTER: Final = 120.0  # seconds; a game waits 60 s for an absent gateway, and then the grace of 30 s


@dataclass(frozen=True)
class Settings:
    """The settings of one worker.

    Attributes:
        lease: Seconds for which a claimed block stays claimed without a renewal.
        stuck_after: Seconds without progress, in addition to its clocks, after which a game is stopped as a bug.
        memory_mib: Memory above which the process ends, to be restarted; None: no limit.
        metrics: The address that exposes metrics; None: no metrics.
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
        """Read the settings from environment variables. Raises `SettingError`."""
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
    """Return the address of Redis in `ARENA_REDIS_URL`. Raises `SettingError`."""
    return redis_address("ARENA_REDIS_URL")
