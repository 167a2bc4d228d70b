from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest

from arena.store import Store
from tests.workers.cup import create_cup
from tests.workers.gateway import SECRET, ScriptedGateway, serving
from workers.link.directory import Directory
from workers.link.link_pool import LinkPool
from workers.process import service as process
from workers.process.service import Service
from workers.process.settings import Settings


@pytest.fixture(autouse=True)
def _stops_soon(monkeypatch: pytest.MonkeyPatch) -> None:
    """Blocks that stand still when a worker stops are not waited for long."""
    monkeypatch.setattr(process, "LAST_CALL", 0.2)


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
async def links() -> AsyncIterator[LinkPool]:
    links = LinkPool(SECRET)
    yield links
    await links.stop()


@pytest.fixture
def directory(store: Store) -> Directory:
    return Directory(store)


@pytest.fixture
def cup_fields() -> dict[str, Any]:
    """What the module's tournament has other than the usual."""
    return {}


@pytest.fixture
async def cup(store: Store, gateway: ScriptedGateway, cup_fields: dict[str, Any]) -> Store:
    """The store with a tournament in it, owed as one block; its bots are at the scripted gateway."""
    await create_cup(store, gateway, **cup_fields)
    return store


@asynccontextmanager
async def running(database: str, name: str = "w2") -> AsyncIterator[Service]:
    """A worker's service, in this process."""
    service = await Service.open(Settings(database, SECRET, 10.0, name), lambda count, family: None)
    yield service
    await service.close()


@pytest.fixture
async def service(cup: Store, database: str) -> AsyncIterator[Service]:
    async with running(database, "w1") as service:
        yield service
