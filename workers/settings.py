"""What a worker is told by its environment (docs/architecture.md §7)."""

import os
import socket
from dataclasses import dataclass


class MissingSetting(ValueError):
    """An environment variable that has no default is not set; the text names it and says what it is."""


@dataclass(frozen=True)
class Settings:
    """*lease*: seconds for which a claimed block is ours without being renewed. *name*: this process, for people."""

    dsn: str
    link_secret: str
    lease: float
    name: str

    @classmethod
    def from_environment(cls) -> "Settings":
        """Raises `MissingSetting`."""
        return cls(
            dsn=_required("ARENA_DSN", "the address of Postgres"),
            link_secret=_required("ARENA_LINK_SECRET", "what a worker shows to a gateway"),
            lease=float(os.environ.get("ARENA_LEASE", "10")),
            name=f"{socket.gethostname()}:{os.getpid()}",
        )


def redis_url() -> str:
    """The address of Redis. Raises `MissingSetting`."""
    return _required("ARENA_REDIS_URL", "the address of Redis, redis://HOST:PORT/0")


def _required(name: str, meaning: str) -> str:
    value = os.environ.get(name, "")
    if not value:
        raise MissingSetting(f"{name} is not set: it is {meaning}")
    return value
