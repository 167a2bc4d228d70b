"""The page on a socket, over a store with a tournament of fallback play."""

import asyncio
import hashlib
import socket
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from functools import cache
from typing import Any, get_args, get_origin
from unittest.mock import patch

import httpx
import pytest
import pytest_asyncio
import uvicorn
from pydantic import TypeAdapter

from arena.api.local_client import LocalClient
from arena.local.postgres import Postgres
from arena.store import Store
from arena.store.accounts.operators import ensure_operator
from arena.web.app import make_app
from arena.web.serving.templates import Templates
from arena.wire.gen.tournaments_pb2 import VariantChoice
from arena.wire.login import Login
from tests import ask
from tests.api.one_loop import pytest_collection_modifyitems, pytest_generate_tests
from tests.api.playing import connect, play_blocks
from tests.conftest import copy_of, drop
from tests.store.renamed import rename

__all__ = ["pytest_collection_modifyitems", "pytest_generate_tests"]  # hooks

OPERATOR = "arena-op-test"
AUTHORITY = "-----BEGIN CERTIFICATE-----x-----END CERTIFICATE-----"
GATEWAY = Login("grpcs://arena.example.org:7443", __file__)  # this file has AUTHORITY, and text to leave out
LOGIN = (
    f"python -m bots login {GATEWAY.server} --ca arena-ca.pem</code></pre>\n"
    '<pre tabindex="0" data-copy><code>python my_bot.py'
)
BOTS = ("alpha", "beta", "gamma", "delta", "omega")
HOSTILE = '<img src=x onerror="alert(1)">'  # a label may be anything, and what an earlier release called a tournament


@dataclass
class Web:
    """The page at *url*, its store, and a browser without a screen."""

    url: str
    store: Store
    client: httpx.AsyncClient
    wake_ups: list[int] = field(default_factory=list)

    @property
    def desk(self) -> LocalClient:
        return LocalClient(self.store, self.wake_ups.append)

    async def get(self, path: str, **more: Any) -> httpx.Response:
        return await self.client.get(path, **more)


@pytest.fixture(scope="session", autouse=True)
def _compiled_once() -> Iterator[None]:
    """Compile templates and schemas for all applications of this process: that takes longer than most tests."""
    with patch("arena.web.app.Templates", cache(Templates)), patch("fastapi._compat.v2.TypeAdapter", _adapter()):
        yield


def _adapter() -> Callable[..., TypeAdapter[Any]]:
    """Return a maker of what FastAPI reads and writes values of a type by: one for each type that is told alike."""
    adapters: dict[tuple[Any, str], TypeAdapter[Any]] = {}

    def adapter(type_: Any, *, config: Any) -> TypeAdapter[Any]:
        key = (get_origin(type_) and get_args(type_)[0], repr((type_, config)))
        if key not in adapters:
            adapters[key] = TypeAdapter(type_, config=config)
        return adapters[key]

    return adapter


@asynccontextmanager
async def serve(dsn: str) -> AsyncIterator[Web]:
    """Serve the page over the database at *dsn*."""
    await asyncio.to_thread(ensure_operator, dsn, hashlib.sha256(OPERATOR.encode()).hexdigest())
    store = await Store.open(dsn)
    wake_ups: list[int] = []
    app = make_app(store, wake_ups.append, gateway=GATEWAY, with_style=True)
    # Clients drop an idle connection after 5 s. A server that did so too could drop one that a request is on.
    server = uvicorn.Server(uvicorn.Config(app, log_config=None, timeout_keep_alive=600))
    with socket.create_server(("127.0.0.1", 0)) as listening:
        serving = asyncio.create_task(server.serve([listening]))
        url = f"http://127.0.0.1:{listening.getsockname()[1]}"
        # Nothing here goes by TLS, and to load the world's authorities takes as long as a test.
        async with httpx.AsyncClient(base_url=url, timeout=60, verify=False) as client:
            yield Web(url, store, client, wake_ups)
        server.should_exit = True
        await serving
    await store.close()


@pytest_asyncio.fixture(loop_scope="session")
async def web(database: str) -> AsyncIterator[Web]:
    """The page of an empty arena, or with `played` of one with tournaments."""
    async with serve(database) as page:
        yield page


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def reading(postgres: Postgres, varied_template: str) -> AsyncIterator[Web]:
    """A page that tests share and only read: "cup", a hostile name, and bots that played at random."""
    async with serve(copy_of(postgres, varied_template)) as page:
        yield page


@pytest.fixture(scope="session")
def played_template(new_database: Callable[[], str]) -> str:
    """Fill a database, once, with "cup", closed, and a half-played tournament of a hostile name; return its name."""
    dsn = new_database()
    asyncio.run(_fill(dsn))
    return dsn.rpartition("/")[2]


@pytest.fixture(scope="session")
def varied_template(postgres: Postgres, played_template: str) -> str:
    """The name of a database with that, and a tournament whose bots play at random."""
    from tests.web.varied import play_varied

    async def fill() -> None:
        store = await Store.open(dsn)
        await play_varied(store)
        await store.close()

    dsn = copy_of(postgres, played_template)
    asyncio.run(fill())
    return dsn.rpartition("/")[2]


@pytest.fixture
def database(request: pytest.FixtureRequest, postgres: Postgres, new_database: Callable[[], str]) -> Iterator[str]:
    """Yield the address of a fresh database, for `played` one with tournaments."""
    is_played = "played" in request.fixturenames
    dsn = copy_of(postgres, request.getfixturevalue("played_template")) if is_played else new_database()
    yield dsn
    drop(postgres, dsn)


@pytest.fixture
def played(web: Web) -> Web:
    """The page of an arena with tournaments, one half played, that a test may change."""
    return web


async def _fill(dsn: str) -> None:
    store = await Store.open(dsn)
    await store.accounts.create_owner("ann", hashlib.sha256(b"ann").digest())
    for bot in BOTS:
        await store.accounts.register_bot(bot, "1", "ann", hashlib.sha256(bot.encode()).digest())
    variants = [ask.variant("spades-4"), ask.variant("pinochle-cutthroat")]
    await connect(store, [each.variant for each in variants])
    await _play(store, "cup", variants, boards=4)
    await _play(store, "hostile", variants[:1], boards=8, most_blocks=2)
    await rename(store, "hostile", HOSTILE)
    await store.ratings.catch_up_fits()
    await store.close()


async def _play(store: Store, name: str, variants: list[VariantChoice], boards: int, most_blocks: int = 1000) -> None:
    bots, master = [f"{bot}@1" for bot in BOTS], hashlib.sha256(name.encode()).hexdigest()
    new = ask.tournament(name, variants=variants, bots=bots, boards=boards, allow_same_owner=True, master=master)
    await store.tournaments.create_tournament(new)
    await store.tournaments.start_tournament(name)
    await play_blocks(store, most_blocks)
