"""Serve the web page until SIGTERM or SIGINT: `python -m arena.web`. Logs go to standard error."""

import asyncio
import sys
from functools import partial
from typing import Final

import uvicorn

from arena.metrics import in_loop, serving
from arena.services import run_service
from arena.store import Store
from arena.store.locks import PAGE
from arena.wakeups import BackgroundWakeUps
from arena.web.app import make_app
from arena.web.serving.page import CountedAnswers
from arena.web.settings import Settings, read_metrics

CALLS: Final = 4  # number of connections to Postgres
STOP_TIMEOUT: Final = 3  # seconds that open requests may still take when the process stops


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
    return run_service(Settings.from_environment, serve)


if __name__ == "__main__":
    sys.exit(main())
