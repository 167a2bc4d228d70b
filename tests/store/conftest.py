from collections.abc import AsyncIterator

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
    house = House(store)
    await house.register("ann", ["a1", "a2"])
    await house.register("bob", ["b1", "b2"])
    await house.connect(seats=4)
    return house
