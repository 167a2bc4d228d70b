"""A gateway over a store of the test's, in this process, or alone: `python -m tests.gateway.serving`."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from arena.gateway.__main__ import open_many_files
from arena.gateway.bots.capacity import Capacity
from arena.gateway.server import Endpoints, Gateway
from arena.gateway.settings import Settings
from arena.guards.buckets import monotonic_us
from arena.services import tune_garbage_collector
from arena.store import Store
from arena.wire.loops import new_loop
from tests.gateway.clients import SECRET
from tests.gateway.few_tokens import FewTokens
from tests.gateway.standing import StandingClock


@asynccontextmanager
async def serving(
    store: Store, grace: float = 60.0, clock: StandingClock | None = None, **changed: Any
) -> AsyncIterator[tuple[Gateway, Endpoints]]:
    """Yield a gateway on free local ports and its addresses; *clock* measures bots' time."""
    usual: dict[str, Any] = {
        "dsn": "",
        "redis_url": "",
        "listen": "127.0.0.1:0",
        "link_listen": "127.0.0.1:0",
        "link_secret": SECRET,
        "capacity": Capacity(),
        "hand_over": 0,
    }
    settings = Settings(grace=grace, **usual | changed)
    now = clock.now if clock else monotonic_us
    gateway = Gateway(settings, store, store, wake=lambda count, families=None: None, now=now)
    if clock:
        clock.keepers.append(gateway.hub.time)
    address = await gateway.start()
    try:
        yield gateway, address
    finally:
        await gateway.stop()


async def serve() -> None:
    async with serving(FewTokens(), 30.0) as (gateway, reached):
        print(*reached, flush=True)
        await gateway.fail()


if __name__ == "__main__":
    open_many_files()
    tune_garbage_collector()
    with asyncio.Runner(loop_factory=new_loop) as runner:
        runner.run(serve())
