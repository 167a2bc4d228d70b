import asyncio
from contextlib import AsyncExitStack

from arena.gateway.bots.capacity import Capacity
from arena.gateway.server import Gateway
from arena.gateway.settings import Settings
from arena.store import Store
from tests.gateway.clients import PATIENCE, SECRET, until

SETTINGS = Settings("", "", "127.0.0.1:0", SECRET, 30.0, Capacity(), link_listen="127.0.0.1:0")


async def test_rows_are_renewed_while_callers_have_all_connections(database: str) -> None:
    store, rows = await Store.open(database, size=1), await Store.open(database, size=2)
    gateway = Gateway(SETTINGS, store, rows, wake=lambda count: None)
    async with AsyncExitStack() as stack:
        await stack.enter_async_context(store.transaction())
        reached = await gateway.start()
        stack.push_async_callback(gateway.stop)
        async with asyncio.timeout(PATIENCE), rows.transaction() as connection:

            async def is_there() -> bool:
                cursor = await connection.execute("SELECT 1 FROM gateways WHERE link_address = %s", [reached.workers])
                return await cursor.fetchone() is not None

            await until(is_there)
    await asyncio.gather(store.close(), rows.close())
