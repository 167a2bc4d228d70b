"""Visitors of the desk: browsers without a screen, each with its own cookies."""

import re
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass

import httpx
import pytest_asyncio

from arena.store.accounts.rows import Principal
from arena.wire.gen.accounts_pb2 import CreateOwnerRequest, RegisterBotRequest
from tests.web.conftest import OPERATOR, Web

SECRET = re.compile("arena_(?:owner|bot|operator|invite)_[A-Za-z0-9]{43}")
FORM_TOKEN = re.compile('name="form_token" value="([0-9a-f]{64})"')
BOSS = Principal("operator", token_id=1)


@dataclass
class Visitor:
    """Somebody with a browser; its form token is read off the last page that had one."""

    client: httpx.AsyncClient
    form_token: str = ""

    async def get(self, path: str) -> httpx.Response:
        return self._read(await self.client.get(path))

    async def send(self, path: str, **fields: object) -> httpx.Response:
        form = {"form_token": self.form_token} | {name: str(value) for name, value in fields.items()}
        return self._read(await self.client.post(path, data=form))

    async def do(self, action: str, **fields: object) -> httpx.Response:
        return await self.send(f"/desk/do/{action}", **fields)

    async def sign_in(self, token: str) -> httpx.Response:
        answer = await self.send("/sign-in", token=token)
        await self.get("/desk")
        return answer

    def _read(self, answer: httpx.Response) -> httpx.Response:
        match = FORM_TOKEN.search(answer.text)
        self.form_token = match[1] if match else self.form_token
        return answer


@pytest_asyncio.fixture(loop_scope="session")
async def visitors(web: Web) -> AsyncIterator[Callable[[], Visitor]]:
    clients: list[httpx.AsyncClient] = []

    def come() -> Visitor:
        clients.append(httpx.AsyncClient(base_url=web.url, timeout=60, headers={"Origin": web.url}, verify=False))
        return Visitor(clients[-1])

    yield come
    for each in clients:
        await each.aclose()


@pytest_asyncio.fixture(loop_scope="session")
async def visitor(visitors: Callable[[], Visitor]) -> Visitor:
    """Somebody who is not signed in."""
    return visitors()


@pytest_asyncio.fixture(loop_scope="session")
async def operator(visitors: Callable[[], Visitor]) -> Visitor:
    """Somebody who is signed in as operator."""
    opened = visitors()
    assert (await opened.sign_in(OPERATOR)).status_code == 303
    return opened


SignUp = Callable[..., Awaitable[tuple[Visitor, str]]]


@pytest_asyncio.fixture(loop_scope="session")
async def sign_up(web: Web, visitors: Callable[[], Visitor]) -> SignUp:
    """Return what makes an owner with bots of version 1, signed in, and gives its token too."""

    async def make(name: str, *bots: str) -> tuple[Visitor, str]:
        token: str = (await web.desk.ask(CreateOwnerRequest(name=name), BOSS)).token
        for bot in bots:
            await web.desk.ask(RegisterBotRequest(name=bot, version="1", owner=name), BOSS)
        opened = visitors()
        assert (await opened.sign_in(token)).status_code == 303
        return opened, token

    return make
