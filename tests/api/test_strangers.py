import asyncio
from contextlib import AsyncExitStack
from typing import Any

import grpc
import pytest

from arena.api.calls import admission
from arena.guards import buckets
from arena.wire.gen import accounts_pb2 as pb
from tests.api.conftest import House, bearer
from tests.gateway.clients import until

TRIES = 5


@pytest.fixture
def few_tries(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(buckets, "STRANGERS_BURST", TRIES)
    monkeypatch.setattr(buckets, "STRANGERS_RATE", 1e-6)  # none comes in, however long it takes


async def test_calls_with_unknown_tokens_are_limited(few_tries: None, house: House) -> None:
    for _ in range(3 * TRIES):  # who is known has as many calls as ever
        assert await house.ends("ListBots", pb.ListBotsRequest(), house.operator) == (grpc.StatusCode.OK, "")
    codes = [(await house.ends("ListBots", pb.ListBotsRequest(), bearer("wrong")))[0] for _ in range(3 * TRIES)]
    assert codes[:TRIES] == [grpc.StatusCode.UNAUTHENTICATED] * TRIES
    assert codes[-1] is grpc.StatusCode.RESOURCE_EXHAUSTED


async def test_a_stranger_is_refused_before_its_request_is_read(house: House) -> None:
    """The request never ends: a server that reads it first would wait."""
    async with grpc.aio.insecure_channel(house.address) as channel:
        method = "/arena.v1.ArenaService/ListBots"
        call: Any = channel.stream_unary(method)(metadata=bearer("wrong"))
        async with asyncio.timeout(60):
            assert await call.code() is grpc.StatusCode.UNAUTHENTICATED


async def test_a_request_has_to_come(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(admission, "HELLO_WAIT", 0.1)
    async with grpc.aio.insecure_channel(house.address) as channel:
        call: Any = channel.stream_unary("/arena.v1.ArenaService/ListBots")(metadata=house.operator)
        async with asyncio.timeout(60):
            assert await call.code() is grpc.StatusCode.INVALID_ARGUMENT
        assert "no request came" in await call.details()


async def test_a_large_request_of_a_stranger_gets_its_answer_too(house: House) -> None:
    request = pb.CreateOwnerRequest(name="x" * 900_000)
    for _ in range(20):
        assert (await house.ends("CreateOwner", request, bearer("wrong")))[0] is grpc.StatusCode.UNAUTHENTICATED


async def test_strangers_are_few_at_once(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(buckets, "STRANGERS", 2)
    async with AsyncExitStack() as busy:
        for _ in range(4):  # nobody can be looked up
            await busy.enter_async_context(house.store.transaction())
        calls = [asyncio.create_task(house.ends("ListBots", pb.ListBotsRequest(), bearer("x"))) for _ in range(3)]
        await until(lambda: sum(call.done() for call in calls) == 2)
    ends = [await call for call in calls]
    assert sorted(code.name for code, _ in ends) == ["RESOURCE_EXHAUSTED"] * 2 + ["UNAUTHENTICATED"]
