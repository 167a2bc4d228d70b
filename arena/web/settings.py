"""The page's settings, read from the environment (docs/reference/configuration.md)."""

import os
from dataclasses import dataclass

from arena.settings import BadSetting, postgres_address
from arena.wire.address import BadAddress, parse_address


@dataclass(frozen=True)
class Settings:
    """The settings of one web process.

    *host*, *port*: where it listens, in plain HTTP; a proxy in front brings TLS.
    """

    dsn: str
    host: str
    port: int

    @classmethod
    def from_environment(cls) -> "Settings":
        """Read the environment. Raises `BadSetting`."""
        text = os.environ.get("ARENA_WEB_LISTEN") or "127.0.0.1:8080"
        try:
            address = parse_address(text)
        except BadAddress:
            address = None
        if address is None or not address.host or address.tls:
            raise BadSetting(f"ARENA_WEB_LISTEN={text}: give HOST:PORT, as in 127.0.0.1:8080")
        return cls(postgres_address("ARENA_DSN"), address.host, address.port)
