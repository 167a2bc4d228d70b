import asyncio
import hashlib
from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import grpc
import pytest
import pytest_asyncio
from google.protobuf.message import Message

from arena.api.calls import admission
from arena.api.server import add_people_service
from arena.guards.auth import LiveTokens
from arena.guards.limits import OPTIONS
from arena.guards.proxies import Proxies
from arena.store import Store
from arena.store.accounts.operators import ensure_operator
from arena.store.accounts.rows import Principal
from arena.tokens import digest
from arena.wire.gen.accounts_pb2 import CreateOwnerRequest, RegisterBotRequest
from arena.wire.gen.arena_pb2_grpc import ArenaServiceStub
from arena.wire.gen.tournaments_pb2 import CreateTournamentRequest, Tournament, VariantChoice
from tests.api.one_loop import pytest_collection_modifyitems, pytest_generate_tests

if TYPE_CHECKING:
    from arena.wire.gen.arena_pb2_grpc import ArenaServiceAsyncStub

__all__ = ["pytest_collection_modifyitems", "pytest_generate_tests"]  # hooks

OPERATOR = "arena-op-test"
Metadata = tuple[tuple[str, str], ...]


def bearer(token: str) -> Metadata:
    return (("authorization", f"Bearer {token}"),)


async def principal_of(store: Store, token: str) -> Principal:
    principal = await store.accounts.principal(digest(token))
    assert principal is not None
    return principal


@dataclass
class House:
    """The people's API on a socket, over a fresh database."""

    store: Store
    people: "ArenaServiceAsyncStub"
    address: str
    live: LiveTokens
    wake_ups: list[int] = field(default_factory=list)
    operator: Metadata = field(default_factory=lambda: bearer(OPERATOR))

    async def owner(self, name: str, bots: Iterable[str] = ()) -> Metadata:
        """Create an owner with bots of version 1."""
        answer = await self.people.CreateOwner(CreateOwnerRequest(name=name), metadata=self.operator)
        for bot in bots:
            await self.bot(bot, name)
        return bearer(answer.token)

    async def bot(self, name: str, owner: str, version: str = "1") -> Metadata:
        request = RegisterBotRequest(name=name, version=version, owner=owner)
        return bearer((await self.people.RegisterBot(request, metadata=self.operator)).token)

    async def tournament(self, bots: Iterable[str], boards: int, name: str = "cup", **fields: Any) -> Tournament:
        """Create a tournament, by default of spades-4 in the pool trust."""
        fields = {"variants": [VariantChoice(variant="spades-4")], "pool": "trust", "allow_same_owner": True, **fields}
        request = CreateTournamentRequest(name=name, bots=bots, boards=boards, **fields)
        return (await self.people.CreateTournament(request, metadata=self.operator)).tournament

    async def ends(self, call: str, request: Message, metadata: Metadata | None) -> tuple[grpc.StatusCode, str]:
        """How a call ends: its status and what it says."""
        answer = getattr(self.people, call)(request, metadata=metadata)
        try:
            if hasattr(answer, "__aiter__"):
                async for _ in answer:
                    pass
            else:
                await answer
        except grpc.aio.AioRpcError as error:
            return error.code(), error.details() or ""
        return grpc.StatusCode.OK, ""


@pytest_asyncio.fixture(loop_scope="session")
async def house(database: str) -> AsyncIterator[House]:
    async with open_house(database) as house:
        yield house


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def shared_house(new_database: Callable[[], str]) -> AsyncIterator[House]:
    """One house for the tests of a module that leave each other's data alone; it takes as many calls as they make."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(admission, "CALLS_BURST", 100_000)
        async with open_house(new_database()) as house:
            yield house


@asynccontextmanager
async def open_house(dsn: str) -> AsyncIterator[House]:
    await asyncio.to_thread(ensure_operator, dsn, hashlib.sha256(OPERATOR.encode()).hexdigest())
    store = await Store.open(dsn)
    server = grpc.aio.server(options=OPTIONS)
    wake_ups: list[int] = []
    live = LiveTokens(store)
    add_people_service(server, store, wake_ups.append, live, Proxies())
    address = f"127.0.0.1:{server.add_insecure_port('127.0.0.1:0')}"
    await server.start()
    async with grpc.aio.insecure_channel(address) as channel:
        yield House(store, ArenaServiceStub(channel), address, live, wake_ups)
    await server.stop(None)
    await store.close()
