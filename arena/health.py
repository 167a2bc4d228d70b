"""Answer probes: `/healthz`, whether a process works, and `/readyz`, whether it may get traffic; measure the store."""

import asyncio
from collections import Counter
from collections.abc import Callable, Coroutine, Mapping
from typing import Any

from prometheus_client.core import Metric

from arena.metrics import ALIVE, READY, counter, gauges
from arena.store import Store
from arena.store.errors import StoreUnavailableError

Probe = Callable[[], Coroutine[Any, Any, str]]  # returns why the answer is no; "" for yes


def probes_of(store: Store, stopping: asyncio.Event) -> Mapping[str, Probe]:
    """Return the probe of each path for a process that has opened *store*; *stopping*: it takes no more traffic.

    A store opens only when its schema is current. So a process that answers at all has waited for the migrations.
    """

    async def find_no_fault() -> str:
        # An answer shows that the event loop runs. Postgres is not asked: to restart this process would not bring it
        # back, and would close the streams of all bots.
        return ""

    async def find_hindrance() -> str:
        if stopping.is_set():
            return "stopping: it takes no new connections"
        try:
            async with store.transaction():  # also sends a statement, to find a connection that answers
                return ""
        except StoreUnavailableError:  # its text may name the server, and anybody may send a probe
            return "the database does not answer"

    return {ALIVE: find_no_fault, READY: find_hindrance}


def store_metrics(*stores: Store) -> list[Metric]:
    """Return the metrics of the connections to Postgres that a process has, summed over *stores*."""
    failures = sum(store.failures for store in stores)
    use: Counter[str] = Counter()
    for store in stores:
        use.update(store.pool_use())
    return [
        counter("store_errors", "Transactions that failed because Postgres was away.", failures),
        gauges("store_connections", "Connections to Postgres, and waits for one.", "state", use),
    ]
