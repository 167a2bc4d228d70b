"""What the gateway is told by its environment (docs/architecture.md §7)."""

import os
import socket
from dataclasses import dataclass

from arena.gateway.capacity import Capacity
from arena.settings import BadSetting, count, postgres_address, required, seconds


@dataclass(frozen=True)
class Settings:
    """*listen*: "HOST:PORT", port 0 for a free one. *grace*: seconds in which a broken stream has to come back."""

    dsn: str
    redis_url: str
    listen: str
    link_secret: str
    grace: float
    capacity: Capacity

    @classmethod
    def from_environment(cls) -> "Settings":
        """Raises `BadSetting`."""
        listen = os.environ.get("ARENA_GATEWAY_LISTEN") or "127.0.0.1:7700"
        host, _, port = listen.rpartition(":")
        if not host or not port.isdecimal():
            raise BadSetting(f"ARENA_GATEWAY_LISTEN={listen}: give HOST:PORT, for example 127.0.0.1:7700")
        return cls(
            dsn=postgres_address("ARENA_DSN"),
            redis_url=required("ARENA_REDIS_URL", "the address of Redis"),
            listen=listen,
            link_secret=required("ARENA_LINK_SECRET", "what a worker shows to a gateway"),
            grace=seconds("ARENA_GRACE", "30", 0.1),
            capacity=Capacity(
                streams=count("ARENA_GATEWAY_STREAMS", Capacity.streams),
                seats=count("ARENA_GATEWAY_SEATS", Capacity.seats),
            ),
        )

    def link_address(self, port: int) -> str:
        """Where workers reach this gateway, which listens on *port*: its host, or this machine's name for "any"."""
        host = self.listen.rpartition(":")[0]
        return f"{socket.gethostname() if host in ('0.0.0.0', '[::]') else host}:{port}"
