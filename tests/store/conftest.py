import asyncio
from collections.abc import AsyncIterator, Callable, Iterator
from functools import cache

import psycopg
import pytest

from arena.local.postgres import Postgres
from arena.store import Store
from tests.conftest import copy_of, drop
from tests.store.house import House

BOTS = {"ann": ["a1", "a2"], "bob": ["b1", "b2"]}


@pytest.fixture
def database(request: pytest.FixtureRequest, postgres: Postgres, new_database: Callable[[], str]) -> Iterator[str]:
    """Yield the address of a fresh database; with four bots for tests that use `house`."""
    has_house = "house" in request.fixturenames
    dsn = copy_of(postgres, _make_house(new_database)) if has_house else new_database()
    yield dsn
    drop(postgres, dsn)


@cache
def _make_house(new_database: Callable[[], str]) -> str:
    """Return the name of a database with four bots of two owners, connected with 4 seats each."""
    dsn = new_database()

    async def fill() -> None:
        store = await Store.open(dsn)
        await four_bots(store, seats=4)
        await store.close()

    asyncio.run(fill())
    return dsn.rpartition("/")[2]


@pytest.fixture
async def store(database: str) -> AsyncIterator[Store]:
    store = await Store.open(database, size=8)
    yield store
    await store.close()


@pytest.fixture
async def house(store: Store) -> House:
    """Four bots of two owners, connected with 4 seats each."""
    house = House(store)
    names = [name for bots in BOTS.values() for name in bots]
    house.versions = {name: number for number, name in enumerate(names, 1)}
    return house


@pytest.fixture
async def elsewhere(new_database: Callable[[], str]) -> AsyncIterator[House]:
    """Yield the same four bots in a database of its own, with room for everything."""
    store = await Store.open(new_database())
    yield await four_bots(store, seats=100)
    await store.close()


async def four_bots(store: Store, seats: int) -> House:
    house = House(store)
    for owner, bots in BOTS.items():
        await house.register(owner, bots)
    await house.connect(seats)
    return house


@pytest.fixture
def empty(database: str) -> str:
    with psycopg.connect(database, autocommit=True) as connection:
        connection.execute("DROP SCHEMA public CASCADE")
        connection.execute("CREATE SCHEMA public")
    return database
