"""Run a gateway until SIGTERM or SIGINT: `python -m arena.gateway`. It logs to standard error."""

import asyncio
import resource
import signal
import sys
from contextlib import suppress
from typing import Final

from arena.gateway.arena_metrics import GatewayMetrics
from arena.gateway.server import Gateway
from arena.gateway.settings import Settings
from arena.health import probes_of
from arena.metrics import in_loop, serving
from arena.services import run_service, tune_garbage_collector
from arena.store import Store
from arena.wakeups import BackgroundWakeUps

CALLS: Final = 4  # connections to Postgres that answer callers
ROWS: Final = 2  # connections for the gateway's own rows, whose renewal must not wait for a long sweep


async def serve(settings: Settings) -> None:
    """Run a gateway until SIGTERM or SIGINT."""
    stop_signal = asyncio.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        asyncio.get_running_loop().add_signal_handler(number, stop_signal.set)
    opening, stopping = asyncio.create_task(_open_stores(settings)), asyncio.create_task(stop_signal.wait())
    await asyncio.wait({opening, stopping}, return_when=asyncio.FIRST_COMPLETED)
    if not opening.done():
        opening.cancel()
        return
    store, rows = opening.result()
    wake_ups = BackgroundWakeUps(settings.redis_url)
    gateway = Gateway(settings, store, rows, wake_ups.send)
    loop = asyncio.get_running_loop()
    figures = in_loop(loop, GatewayMetrics(gateway.hub, store, rows).read)
    probes = {path: in_loop(loop, probe) for path, probe in probes_of(store, stop_signal).items()}
    with serving(settings.metrics, "gateway", figures, probes):
        await gateway.start()
        failing = asyncio.create_task(gateway.fail())
        await asyncio.wait({stopping, failing}, return_when=asyncio.FIRST_COMPLETED)
        await gateway.stop()
    wake_ups.stop()
    await asyncio.gather(store.close(), rows.close())
    if not stop_signal.is_set():
        await failing


async def _open_stores(settings: Settings) -> tuple[Store, Store]:
    store = await Store.open_when_up(settings.dsn, CALLS)
    store.ratings.patience = settings.patience
    store.keep_archives_in(settings.archives)
    rows = await Store.open_when_up(settings.dsn, ROWS)
    store.tournaments.keys = rows.tournaments.keys = settings.signing_keys
    return store, rows


def open_many_files() -> None:
    """Raise this process's limit of open files to the hard limit; many systems begin with 1,024."""
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    with suppress(ValueError, OSError):  # macOS reports an infinite hard limit but refuses to set it
        resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))


def main() -> int:
    """Run a gateway with the settings in the environment; return the exit code."""
    open_many_files()
    tune_garbage_collector()
    return run_service("gateway", Settings.from_environment, serve)


if __name__ == "__main__":
    sys.exit(main())
