"""Serve the web page until SIGTERM or SIGINT: `python -m arena.web`. Logs go to standard error."""

import asyncio
import os
import sys
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import Final

import uvicorn
from prometheus_client.core import Metric

from arena.guards.proxies import Proxies
from arena.health import store_metrics
from arena.metrics import counters, in_loop, metrics_address, serving
from arena.services import run_service
from arena.settings import SettingError, folder, postgres_address, redis_address, secret
from arena.store import Store
from arena.store.locks import PAGE
from arena.wakeups import BackgroundWakeUps
from arena.web.app import make_app
from arena.web.serving.page import CountedAnswers
from arena.wire.address import Address, AddressError, parse_address
from arena.wire.login import Login

CALLS: Final = 4  # number of connections to Postgres
STOP_TIMEOUT: Final = 3  # seconds that open requests may still take when the process stops


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
            redis_address("ARENA_REDIS_URL") if secret("ARENA_REDIS_URL") else "",
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
        *store_metrics(store),
    ]


async def serve(settings: Settings) -> None:
    """Serve the web page until a signal arrives."""
    store = await Store.open_when_up(settings.dsn, CALLS, PAGE)
    store.ratings.patience = None  # pages show stored ratings and compute none
    store.keep_archives_in(settings.archives)
    wake_ups = BackgroundWakeUps(settings.redis_url) if settings.redis_url else None
    wake = wake_ups.send if wake_ups else lambda _count: None
    app = make_app(store, wake, store.close, settings.proxies, settings.gateway, settings.with_style)
    answers = CountedAnswers(app)
    config = uvicorn.Config(
        answers,
        host=settings.host,
        port=settings.port,
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=False,  # `sender_of` reads these headers, from the proxies in ARENA_PROXIES only
        timeout_graceful_shutdown=STOP_TIMEOUT,
    )
    with serving(settings.metrics, "web", in_loop(asyncio.get_running_loop(), partial(read_metrics, answers, store))):
        await uvicorn.Server(config).serve()
    if wake_ups:
        wake_ups.stop()


def main() -> int:
    """Serve the web page with the settings in the environment; return the exit code."""
    return run_service("web", Settings.from_environment, serve)


if __name__ == "__main__":
    sys.exit(main())
