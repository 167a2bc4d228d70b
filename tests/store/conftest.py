from collections.abc import AsyncIterator, Callable

import psycopg
import pytest

from arena.store import Store
from tests.store.house import House


@pytest.fixture
async def store(database: str) -> AsyncIterator[Store]:
    store = await Store.open(database, size=8)
    yield store
    await store.close()


@pytest.fixture
async def house(store: Store) -> House:
    """Four bots of two owners, connected with 4 seats each."""
    return await four_bots(store, seats=4)


@pytest.fixture
async def elsewhere(new_database: Callable[[], str]) -> AsyncIterator[House]:
    """Yield the same four bots in a database of its own.

    With room for everything.
    """
    store = await Store.open(new_database())
    yield await four_bots(store, seats=100)
    await store.close()


async def four_bots(store: Store, seats: int) -> House:
    house = House(store)
    await house.register("ann", ["a1", "a2"])
    await house.register("bob", ["b1", "b2"])
    await house.connect(seats)
    return house


@pytest.fixture
def empty(database: str) -> str:
    """A database in which nothing was ever made."""
    with psycopg.connect(database, autocommit=True) as connection:
        connection.execute("DROP SCHEMA public CASCADE")
        connection.execute("CREATE SCHEMA public")
    return database
