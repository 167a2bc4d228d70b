"""Settings and metrics of the web process."""

import os
from dataclasses import dataclass, field, replace
from pathlib import Path

from prometheus_client.core import Metric

from arena.guards.proxies import Proxies
from arena.metrics import counter, counters, metrics_address
from arena.settings import SettingError, folder, postgres_address, redis_address
from arena.store import Store
from arena.web.serving.page import CountedAnswers
from arena.wire.address import Address, AddressError, parse_address
from arena.wire.login import Login


@dataclass(frozen=True)
class Settings:
    """The settings of one web process.

    *dsn*: address of Postgres. *host*, *port*: address for plain HTTP; a proxy in front adds TLS. *redis_url*: address
    of Valkey, "" for none: then workers find new boards later. *proxies*: trusted proxies. *archives*: folder of
    submitted bots; None: Postgres stores them. *metrics*: address for metrics; None: none. *gateway*: for bots.
    *with_style*: serve `/style`.
    """

    dsn: str
    host: str
    port: int
    redis_url: str = ""
    proxies: Proxies = field(default_factory=Proxies)
    archives: Path | None = None
    metrics: Address | None = None
    gateway: Login = field(default_factory=Login)
    with_style: bool = False

    @classmethod
    def from_environment(cls) -> "Settings":
        """Return the settings in the environment variables. Raises `SettingError`."""
        text = os.environ.get("ARENA_WEB_LISTEN") or "127.0.0.1:8080"
        try:
            address = parse_address(text)
        except AddressError:
            address = None
        if address is None or not address.host or address.tls:
            raise SettingError(f"ARENA_WEB_LISTEN={text} is invalid: give HOST:PORT, as in 127.0.0.1:8080")
        gateway = Login(os.environ.get("ARENA_GATEWAY_ADDRESS", ""))
        try:
            gateway = replace(gateway, ca=next((each.ca for each in gateway.addresses), ""))
        except AddressError as problem:
            raise SettingError(f"ARENA_GATEWAY_ADDRESS={gateway.server}: {problem}") from None
        return cls(
            postgres_address("ARENA_DSN"),
            address.host,
            address.port,
            redis_address("ARENA_REDIS_URL") if os.environ.get("ARENA_REDIS_URL") else "",
            Proxies.from_environment("ARENA_PROXIES"),
            folder("ARENA_BUNDLES"),
            metrics_address(),
            gateway,
            bool(os.environ.get("ARENA_WEB_STYLE")),
        )


async def read_metrics(answers: CountedAnswers, store: Store) -> list[Metric]:
    """Return the current Prometheus metrics of this web process."""
    return [
        counters("web_answers", "HTTP answers by class of status.", "status", answers.counts),
        counter("store_errors", "Transactions that failed because Postgres was away.", store.failures),
    ]
