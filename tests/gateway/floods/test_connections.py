"""Limits on callers who connect and do not call, or say nothing: how long, and how many."""

import asyncio
import resource
import struct
import time
from collections import Counter
from typing import Any

import grpc
import pytest
from grpc_health.v1 import health_pb2, health_pb2_grpc
from grpc_reflection.v1alpha import reflection_pb2_grpc

from arena.gateway import server
from arena.gateway.__main__ import open_many_files
from arena.gateway.server import Endpoints, Gateway
from arena.guards import buckets
from arena.guards.limits import OPTIONS
from tests.gateway.clients import Clients
from tests.gateway.few_tokens import FewTokens
from tests.gateway.floods.attacks import NOTHING
from tests.gateway.floods.raw import DATA, PREFACE, Raw, frame, request
from tests.gateway.floods.siege import PATIENCE, let_in
from tests.gateway.serving import serving


@pytest.mark.slow
@pytest.mark.parametrize("said", [b"", b"GET", PREFACE, NOTHING["idle"]])
async def test_idle_connections_are_closed(gateway: tuple[Gateway, Endpoints], said: bytes) -> None:
    raw = Raw(Counter())
    await raw.open(gateway[1].bots)
    await raw.send(said)
    async with asyncio.timeout(PATIENCE):
        await raw.over.wait()


@pytest.mark.slow
async def test_a_hello_that_comes_byte_by_byte_comes_too_late(gateway: tuple[Gateway, Endpoints]) -> None:
    raw = Raw(Counter())
    await raw.open(gateway[1].bots)
    await raw.send(NOTHING["idle"] + raw.headers(1, request()) + frame(DATA, 0, 1, struct.pack(">BI", 0, 1000)))
    async with asyncio.timeout(PATIENCE):
        while not raw.seen["status 3"]:
            await raw.send(frame(DATA, 0, 1, b"x"))
            await asyncio.sleep(0.1)


@pytest.mark.slow
async def test_calls_that_wait_long_for_a_slow_gateway_are_answered(clients: Clients) -> None:
    bots = [clients.bot() for _ in range(60)]
    hellos = [asyncio.create_task(bot.hello(f"instance-{number}", max_seats=1)) for number, bot in enumerate(bots)]
    for _ in range(50):
        await asyncio.sleep(0)
        time.sleep(0.7)  # noqa: ASYNC251 - the loop itself is slow; gRPC's own limit is 30 s
    await asyncio.gather(*hellos, *(bot.welcome() for bot in bots))


async def test_connections_beyond_the_limit_are_closed(tokens: FewTokens, monkeypatch: pytest.MonkeyPatch) -> None:
    limit = "grpc.max_allowed_incoming_connections"
    others = tuple(option for option in OPTIONS if option[0] != limit)
    monkeypatch.setattr(server, "OPTIONS", (*others, (limit, 2)))
    async with serving(tokens) as (_, reached), asyncio.timeout(PATIENCE):
        open_ones = [Raw(Counter()) for _ in range(3)]
        for raw in open_ones:
            await raw.open(reached.bots)
        await open_ones[2].over.wait()
        assert not open_ones[0].over.is_set()
        assert not open_ones[1].over.is_set()
        for raw in open_ones:
            await raw.close()


async def test_health_watches_and_reflection_count_as_calls(clients: Clients, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(buckets, "STRANGERS", 4)
    health: Any = health_pb2_grpc.HealthStub(clients.channel())
    watches = [health.Watch(health_pb2.HealthCheckRequest()) for _ in range(2)]
    for watch in watches:
        assert (await watch.read()).status == health_pb2.HealthCheckResponse.SERVING
    reflection: Any = reflection_pb2_grpc.ServerReflectionStub
    for call in (health.Watch(health_pb2.HealthCheckRequest()), reflection(clients.channel()).ServerReflectionInfo()):
        assert await call.code() is grpc.StatusCode.RESOURCE_EXHAUSTED
    check = await health.Check(health_pb2.HealthCheckRequest())  # which is over at once
    assert check.status == health_pb2.HealthCheckResponse.SERVING
    await let_in(clients)  # bots are counted apart


def test_a_gateway_may_open_as_many_files_as_the_system_lets_it() -> None:
    before = soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (min(soft, 200), hard))
        open_many_files()
        assert resource.getrlimit(resource.RLIMIT_NOFILE)[0] > 200
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, before)
