"""Read the metrics of a gateway, and those of the whole arena, which every gateway exposes."""

import asyncio
from typing import Final

from prometheus_client.core import Metric

from arena.gateway.seats.hub import Hub
from arena.health import store_metrics
from arena.metrics import counter, counters, gauge, gauges
from arena.store import Store
from arena.store.errors import StoreUnavailableError

PATIENCE: Final = 3.0  # seconds to wait for Postgres


class GatewayMetrics:
    """Reader of the metrics of a gateway (*hub*) and of the arena (*store*); *rows* is *store* on other connections."""

    def __init__(self, hub: Hub, store: Store, rows: Store) -> None:
        self._hub = hub
        self._store = store
        self._rows = rows

    async def read(self) -> list[Metric]:
        """Return the current metrics, without those of the arena if Postgres does not answer."""
        arena = await self._arena()
        hub = self._hub
        lag_s, infractions = hub.time.lag_us / 1e6, hub.infractions.in_all
        return [
            gauge("gateway_bots", "Processes of bots that are connected here.", len(hub.connected)),
            gauge("gateway_seats", "Seats that are open here.", len(hub.seats)),
            counter("gateway_lag_seconds", "Time for which this gateway's event loop was blocked.", lag_s),
            counters("gateway_infractions", "Infractions on bots' streams.", "kind", infractions),
            *store_metrics(self._store, self._rows),
            *arena,
        ]

    async def _arena(self) -> list[Metric]:
        try:
            async with asyncio.timeout(PATIENCE):
                found, claimable = await self._store.play.figures()
        except (StoreUnavailableError, TimeoutError):
            return [gauge("store_up", "Whether Postgres answers.", 0)]
        boards = {"waiting": found.owed, "playing": found.playing, "finished": found.closed, "failed": found.failed}
        return [
            gauge("store_up", "Whether Postgres answers.", 1),
            gauges("boards", "Boards of the tournaments that run.", "state", boards),
            gauges("claimable_blocks", "Blocks that a worker could begin, 64 at most.", "family", claimable),
            gauge(
                "oldest_claim_seconds", "Seconds since the oldest block under play was claimed.", found.oldest_claim_s
            ),
            gauge("leases_overdue", "Blocks whose worker has not renewed its lease in time.", found.overdue),
            gauge("unrated_boards", "Closed boards that are not rated yet.", found.unrated),
            gauge("workers", "Worker processes that are alive.", found.workers),
            gauge("gateways", "Gateways that are alive.", found.gateways),
            gauge("bots", "Versions of bots that are connected.", found.bots),
            gauge("postgres_connections", "Connections of all clients to Postgres.", found.connections),
            gauge("postgres_max_connections", "The most connections that Postgres accepts.", found.max_connections),
            gauge("postgres_bytes", "The size of the arena's database.", found.bytes),
        ]
