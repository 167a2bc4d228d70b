"""The gateway's settings, read from the environment (docs/reference/configuration.md)."""

import os
import socket
from dataclasses import dataclass, field
from pathlib import Path

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from arena.gateway.bots.capacity import Capacity
from arena.guards.certificate import Certificate
from arena.guards.proxies import Proxies
from arena.metrics import metrics_address
from arena.settings import (
    SettingError,
    count,
    folder,
    link_secrets,
    postgres_address,
    redis_address,
    required,
    seconds,
    secret,
)
from arena.store.ratings.catching_up import PATIENCE
from arena.wire.address import GRPCS, LINK, Address, AddressError, forms, parse_address, plain_is_allowed

ANY_HOST = ("0.0.0.0", "::")


@dataclass(frozen=True)
class Settings:
    """The settings of one gateway.

    Attributes:
        listen: Addresses for bots and people, separated by commas; grpcs:// means TLS, port 0 any free port.
        link_secret: The secret that workers must show; several, separated by commas, during a change.
        grace: Seconds that a bot has to reconnect after its stream broke.
        link_listen: The address for workers; tls:// means TLS, port 0 any free port.
        link_address: The address at which workers reach this gateway; "" for *link_listen*.
        hand_over: Seconds to wait, when stopping, until another worker takes over the seats of a killed one. Longer
            than that worker's lease (10 s) and a sweep (every 5 s).
        patience: Seconds that a reader of a table waits until boards just closed are rated.
        proxies: The proxies in front of the gateway, which report a caller's address.
        signing_keys: Ed25519 keys for roots: the first one signs, the second one vouches for the first.
        metrics: The address that exposes metrics; None: no metrics.
    """

    dsn: str
    redis_url: str
    listen: str
    link_secret: str
    grace: float
    capacity: Capacity
    link_listen: str = "127.0.0.1:7701"
    certificate: Certificate | None = None
    link_address: str = ""
    hand_over: float = 20.0
    patience: float = PATIENCE
    proxies: Proxies = field(default_factory=Proxies)
    signing_keys: tuple[Ed25519PrivateKey, ...] = ()
    archives: Path | None = None
    metrics: Address | None = None

    @classmethod
    def from_environment(cls) -> "Settings":
        """Read the settings from environment variables. Raises `SettingError`."""
        listen = os.environ.get("ARENA_GATEWAY_LISTEN") or "127.0.0.1:7700"
        link_listen = os.environ.get("ARENA_LINK_LISTEN") or cls.link_listen
        bots = [_checked("ARENA_GATEWAY_LISTEN", text.strip(), GRPCS) for text in listen.split(",")]
        with_tls = any(address.tls for address in (*bots, _checked("ARENA_LINK_LISTEN", link_listen, LINK)))
        link_address = os.environ.get("ARENA_LINK_ADDRESS", "")
        if link_address:
            _parsed("ARENA_LINK_ADDRESS", link_address, LINK)
        return cls(
            dsn=postgres_address("ARENA_DSN"),
            redis_url=redis_address("ARENA_REDIS_URL"),
            listen=listen,
            link_secret=",".join(link_secrets("ARENA_LINK_SECRET")),
            grace=seconds("ARENA_GRACE", "30", 0.1),
            capacity=Capacity(
                streams=count("ARENA_GATEWAY_STREAMS", Capacity.streams),
                seats=count("ARENA_GATEWAY_SEATS", Capacity.seats),
            ),
            link_listen=link_listen,
            certificate=_certificate() if with_tls else None,
            link_address=link_address,
            patience=seconds("ARENA_PATIENCE", str(PATIENCE), 0.0),
            proxies=Proxies.from_environment("ARENA_PROXIES"),
            signing_keys=_signing_keys("ARENA_SIGNING_KEY"),
            archives=folder("ARENA_BUNDLES"),
            metrics=metrics_address(),
        )

    @property
    def listeners(self) -> list[Address]:
        """The addresses in *listen*, parsed."""
        return [parse_address(text.strip()) for text in self.listen.split(",")]

    @property
    def link_listener(self) -> Address:
        """The address in *link_listen*, parsed."""
        return parse_address(self.link_listen, LINK)

    def reached_at(self, port: int) -> str:
        """Return the address for workers, by the actual *port*; this machine's name replaces 0.0.0.0 and ::."""
        listener = self.link_listener
        host = socket.gethostname() if listener.host in ANY_HOST else listener.target.rpartition(":")[0]
        return self.link_address or str(listener).replace(listener.target, f"{host}:{port}")


def _checked(name: str, text: str, scheme: str) -> Address:
    """Return the address *text* of the variable *name*. Raises `SettingError`, also for a public one without TLS."""
    address = _parsed(name, text, scheme)
    if not (address.tls or address.is_local or plain_is_allowed()):
        raise SettingError(
            f"{name}={text}: secrets would cross the network in the clear: listen on 127.0.0.1, or with TLS on"
            f" {scheme}{address}, or set ARENA_PLAIN=allow if the network is private"
        )
    return address


def _signing_keys(name: str) -> tuple[Ed25519PrivateKey, ...]:
    given = [each.strip() for each in secret(name).split(",") if each.strip()]
    try:
        return tuple(Ed25519PrivateKey.from_private_bytes(bytes.fromhex(each)) for each in given)
    except ValueError:
        raise SettingError(
            f"{name}: a key is 64 hex digits; to change it give the new one and the old one with a comma between"
        ) from None


def _certificate() -> Certificate:
    chain = required("ARENA_TLS_CERT", "the PEM file of the certificate that addresses with TLS show")
    return Certificate(chain, required("ARENA_TLS_KEY", "the PEM file of the key of ARENA_TLS_CERT"))


def _parsed(name: str, text: str, scheme: str) -> Address:
    try:
        address = parse_address(text, scheme)
    except AddressError:
        raise SettingError(f"{name}={text}: give {forms(scheme)}") from None
    if not address.host:
        raise SettingError(f"{name}={text}: give {forms(scheme)}; a Unix socket is not one of them")
    return address
