"""What the gateway is told by its environment (docs/architecture.md §7)."""

import os
import socket
from dataclasses import dataclass

from arena.gateway.capacity import Capacity
from arena.gateway.certificate import Certificate
from arena.settings import BadSetting, count, link_secrets, postgres_address, required, seconds
from arena.wire.address import FORMS, Address, BadAddress, parse_address, plain_is_allowed

ANY_HOST = ("0.0.0.0", "::")


@dataclass(frozen=True)
class Settings:
    """What a gateway is told.

    Attributes:
        listen: addresses with commas between, those that begin with grpcs:// with TLS; port 0 for a free one.
        link_secret: what a worker has to show; several with commas between while it is being changed.
        grace: seconds in which a broken stream has to come back.
        certificate: what TLS addresses show.
        address: where workers reach this gateway; empty: at the first address it listens on.
    """

    dsn: str
    redis_url: str
    listen: str
    link_secret: str
    grace: float
    capacity: Capacity
    certificate: Certificate | None = None
    address: str = ""

    @classmethod
    def from_environment(cls) -> "Settings":
        """Raises `BadSetting`."""
        listen = os.environ.get("ARENA_GATEWAY_LISTEN") or "127.0.0.1:7700"
        with_tls = _checked(listen)
        address = os.environ.get("ARENA_GATEWAY_ADDRESS", "")
        if address:
            _parsed("ARENA_GATEWAY_ADDRESS", address)
        return cls(
            dsn=postgres_address("ARENA_DSN"),
            redis_url=required("ARENA_REDIS_URL", "the address of Redis"),
            listen=listen,
            link_secret=",".join(link_secrets("ARENA_LINK_SECRET")),
            grace=seconds("ARENA_GRACE", "30", 0.1),
            capacity=Capacity(
                streams=count("ARENA_GATEWAY_STREAMS", Capacity.streams),
                seats=count("ARENA_GATEWAY_SEATS", Capacity.seats),
            ),
            certificate=_certificate() if with_tls else None,
            address=address,
        )

    @property
    def listeners(self) -> list[Address]:
        """The addresses of *listen*."""
        return [parse_address(text.strip()) for text in self.listen.split(",")]

    def reached_at(self, bound: list[Address]) -> str:
        """Where workers reach this gateway, which listens on *bound*: this machine's name stands for "any"."""
        first = bound[0]
        host = socket.gethostname() if first.host in ANY_HOST else first.target.rpartition(":")[0]
        return self.address or str(first).replace(first.target, f"{host}:{first.port}")


def _checked(listen: str) -> bool:
    """Whether one of the addresses in *listen* is with TLS. Raises `BadSetting`, also for tokens in the clear."""
    addresses = [_parsed("ARENA_GATEWAY_LISTEN", text.strip()) for text in listen.split(",")]
    for address in addresses:
        if not (address.tls or address.is_local or plain_is_allowed()):
            raise BadSetting(
                f"ARENA_GATEWAY_LISTEN={listen}: at {address} tokens would cross the network in the clear: listen on"
                f" 127.0.0.1, or with TLS on grpcs://{address}, or set ARENA_PLAIN=allow where the network is private"
            )
    return any(address.tls for address in addresses)


def _certificate() -> Certificate:
    chain = required("ARENA_TLS_CERT", "the PEM file of the certificate that grpcs:// in ARENA_GATEWAY_LISTEN shows")
    return Certificate(chain, required("ARENA_TLS_KEY", "the PEM file of the key of ARENA_TLS_CERT"))


def _parsed(name: str, text: str) -> Address:
    try:
        address = parse_address(text)
    except BadAddress:
        raise BadSetting(f"{name}={text}: give {FORMS}") from None
    if not address.host:
        raise BadSetting(f"{name}={text}: give {FORMS}; a Unix socket is not one of them")
    return address
