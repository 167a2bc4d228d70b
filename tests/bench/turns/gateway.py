"""`python -m tests.bench.turns.gateway`: a gateway over no store, which prints where bots and workers reach it."""

import asyncio

from arena.garbage import look_seldom
from arena.gateway.capacity import Capacity
from arena.gateway.server import Gateway
from arena.gateway.settings import Settings
from arena.wire.loops import new_loop
from tests.bench.turns.store import GatewayStore

SECRET = "a secret of the bench"


async def serve() -> None:
    settings = Settings(
        dsn="",
        redis_url="",
        listen="127.0.0.1:0",
        link_listen="127.0.0.1:0",
        link_secret=SECRET,
        grace=30.0,
        capacity=Capacity(),
    )
    store = GatewayStore()
    gateway = Gateway(settings, store, store, lambda count: None)
    print(*await gateway.start(), flush=True)
    await gateway.fail()


if __name__ == "__main__":
    look_seldom()
    with asyncio.Runner(loop_factory=new_loop) as runner:
        runner.run(serve())
