"""`python -m tests.gateway.floods.gateway`: a gateway over no store, which prints where bots and workers reach it."""

import asyncio
from typing import cast

from arena.gateway.__main__ import open_many_files
from arena.gateway.capacity import Capacity
from arena.gateway.server import Gateway
from arena.gateway.settings import Settings
from arena.store import Store
from arena.wire.loops import new_loop
from tests.gateway.clients import SECRET
from tests.gateway.conftest import FewTokens


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
    store = cast(Store, FewTokens())
    gateway = Gateway(settings, store, store, lambda count: None)
    print(*await gateway.start(), flush=True)
    await gateway.fail()


if __name__ == "__main__":
    open_many_files()
    with asyncio.Runner(loop_factory=new_loop) as runner:
        runner.run(serve())
