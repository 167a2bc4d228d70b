from collections.abc import AsyncIterator

import pytest

from arena.store import Store
from tests.workers.gateway import SECRET, ScriptedGateway, serving
from workers.directory import Directory
from workers.links import Links


@pytest.fixture
async def store(database: str) -> AsyncIterator[Store]:
    store = await Store.open(database)
    yield store
    await store.close()


@pytest.fixture
async def gateway() -> AsyncIterator[ScriptedGateway]:
    async with serving(ScriptedGateway()) as gateway:
        yield gateway


@pytest.fixture
async def links() -> AsyncIterator[Links]:
    links = Links(SECRET)
    yield links
    await links.stop()


@pytest.fixture
def directory(store: Store) -> Directory:
    return Directory(store)
