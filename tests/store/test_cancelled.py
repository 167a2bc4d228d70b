"""Callers give up at any moment. A connection that goes back to the pool still begins and ends transactions."""

import asyncio
from contextlib import suppress

import pytest
from psycopg import waiting

from arena.store.database import Database


async def read(database: Database) -> None:
    async with database.transaction() as connection:
        await connection.execute("SELECT 1")


@pytest.mark.parametrize("times", [1, 2])
async def test_a_call_cancelled_at_any_moment_leaves_a_usable_connection(
    database: str, times: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    # psycopg lets others have their turn even where it need not wait, once the loop has been busy for so long
    monkeypatch.setattr(waiting, "MAX_BUSY_TIME", 0.0)
    one = await Database.open(database, size=1)
    try:
        for turns in range(0, 60, times):
            reading = asyncio.create_task(read(one))
            for _ in range(turns):
                await asyncio.sleep(0)
            for _ in range(times):
                reading.cancel()
                await asyncio.sleep(0)
            with suppress(asyncio.CancelledError):
                await reading
            async with one.transaction() as connection:
                assert not connection.autocommit, f"given up after {turns} turns"
    finally:
        await one.close()
