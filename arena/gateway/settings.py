"""What the gateway is told by its environment (docs/architecture.md §7)."""

import os
import socket
from dataclasses import dataclass


class BadSetting(ValueError):
    """An environment variable is missing or not what it has to be; the text names it and says what is accepted."""


@dataclass(frozen=True)
class Settings:
    """*listen*: "HOST:PORT", port 0 for a free one. *grace*: seconds in which a broken stream has to come back."""

    dsn: str
    redis_url: str
    listen: str
    link_secret: str
    grace: float

    @classmethod
    def from_environment(cls) -> "Settings":
        """Raises `BadSetting`."""
        listen = os.environ.get("ARENA_GATEWAY_LISTEN") or "127.0.0.1:7700"
        host, _, port = listen.rpartition(":")
        if not host or not port.isdecimal():
            raise BadSetting(f"ARENA_GATEWAY_LISTEN={listen}: give HOST:PORT, for example 127.0.0.1:7700")
        return cls(
            dsn=_required("ARENA_DSN", "the address of Postgres"),
            redis_url=_required("ARENA_REDIS_URL", "the address of Redis"),
            listen=listen,
            link_secret=_required("ARENA_LINK_SECRET", "what a worker shows to a gateway"),
            grace=_seconds("ARENA_GRACE", "30"),
        )

    def link_address(self, port: int) -> str:
        """Where workers reach this gateway, which listens on *port*: its host, or this machine's name for "any"."""
        host = self.listen.rpartition(":")[0]
        return f"{socket.gethostname() if host in ('0.0.0.0', '[::]') else host}:{port}"


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
        seconds = -1.0
    if not 0 < seconds <= 3600:
        raise BadSetting(f"{name}={value}: give seconds, more than 0 and at most 3600")
    return seconds
