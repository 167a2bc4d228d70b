"""What a worker is told by its environment (docs/architecture.md §7)."""

import os
import socket
from dataclasses import dataclass


class BadSetting(ValueError):
    """An environment variable is missing or not what it has to be; the text names it and says what is accepted."""


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
            dsn=_required("ARENA_DSN", "the address of Postgres"),
            link_secret=_required("ARENA_LINK_SECRET", "what a worker shows to a gateway"),
            lease=_seconds("ARENA_LEASE", "10"),
            name=f"{socket.gethostname()}:{os.getpid()}",
        )


def redis_url() -> str:
    """The address of Redis. Raises `BadSetting`."""
    return _required("ARENA_REDIS_URL", "the address of Redis, redis://HOST:PORT/0")


def _required(name: str, meaning: str) -> str:
    value = os.environ.get(name, "")
    if not value:
        raise BadSetting(f"{name} is not set: it is {meaning}")
    return value


def _seconds(name: str, default: str) -> float:
    value = os.environ.get(name) or default
    try:
        seconds = float(value)
    except ValueError:
        seconds = 0.0
    if not 2 <= seconds <= 3600:
        raise BadSetting(f"{name}={value}: give seconds, from 2 (leases are renewed every second) to 3600")
    return seconds
