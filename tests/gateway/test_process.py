import asyncio
import hashlib
import os
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any, cast

import grpc
import pytest
from grpc_health.v1 import health_pb2, health_pb2_grpc
from grpc_reflection.v1alpha import reflection_pb2, reflection_pb2_grpc

from arena.gateway.server import Endpoints
from arena.store import Store
from arena.wire.gen import seat_pb2
from tests.gateway.clients import SECRET, dialling, until
from tests.programs import program

TOKEN = "arena-bot-that-nobody-may-read"


@dataclass
class Running:
    process: asyncio.subprocess.Process
    reached: Endpoints
    log: list[str]

    async def read_on(self) -> None:
        assert self.process.stderr
        async for line in self.process.stderr:
            self.log.append(line.decode())


@asynccontextmanager
async def running(database: str, redis_url: str) -> AsyncIterator[Running]:
    """`python -m arena.gateway` as it is started anywhere."""
    env = {"ARENA_DSN": database, "ARENA_REDIS_URL": redis_url, "ARENA_LINK_SECRET": SECRET, "ARENA_GRACE": "20"}
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "arena.gateway"),
        env=os.environ | env | {"ARENA_GATEWAY_LISTEN": "127.0.0.1:0", "ARENA_LINK_LISTEN": "127.0.0.1:0"},
        stderr=asyncio.subprocess.PIPE,
    )
    assert process.stderr
    lines = [(await process.stderr.readline()).decode() for _ in range(2)]
    assert "listening on" in lines[0]
    assert "workers reach it at" in lines[1]
    gateway = Running(process, Endpoints(*(line.split()[-1] for line in lines)), lines)
    reading = asyncio.create_task(gateway.read_on())
    try:
        yield gateway
    finally:
        if process.returncode is None:
            process.kill()
        await process.wait()
        await reading


@pytest.fixture
async def store(database: str) -> AsyncIterator[Store]:
    store = await Store.open(database)
    yield store
    await store.close()


@pytest.fixture
async def version(store: Store) -> int:
    await store.accounts.create_owner("ann", hashlib.sha256(b"ann's").digest())
    return await store.accounts.register_bot("bot", "1", "ann", hashlib.sha256(TOKEN.encode()).digest())


async def test_a_gateway_answers_health_checks_and_plays_until_it_is_stopped(
    database: str, redis_url: str, store: Store, version: int
) -> None:
    async def is_reachable() -> bool:
        return bool(await store.play.gateways_of([version]))

    async def is_gone() -> bool:
        return not await is_reachable()

    async with running(database, redis_url) as gateway, dialling(gateway.reached) as clients:
        await check_health_and_reflection(gateway.reached.bots)
        first = await clients.seated(token=TOKEN)
        await until(is_reachable)
        assert await store.play.gateways_of([version]) == {version: {gateway.reached.workers: 16}}
        await first.drop()
        await until(is_gone)
        bot, worker = await clients.seated(token=TOKEN), clients.worker()
        await worker.open(version_id=version)
        await worker.ask(1, 3)
        await bot.update("turn")
        await bot.answer(1, 30)
        assert await worker.card(1) == 30
        gateway.process.terminate()
        assert (await bot.inbox.take(seat_pb2.Closing)).reason == seat_pb2.CLOSE_REASON_DRAINING
        await worker.inbox.end_of_stream()
        assert await gateway.process.wait() == 0
        await until(is_gone)
    log = "".join(gateway.log)
    assert "bot@1" in log
    assert not any(word in log for word in (TOKEN, SECRET, "Traceback"))


async def check_health_and_reflection(address: str) -> None:
    async with grpc.aio.insecure_channel(address) as channel:
        health: Any = health_pb2_grpc.HealthStub(channel)
        answer = await health.Check(health_pb2.HealthCheckRequest(service="arena.v1.SeatService"))
        assert answer.status == health_pb2.HealthCheckResponse.SERVING
        stub: Any = reflection_pb2_grpc.ServerReflectionStub
        reflection, messages = stub(channel), cast(Any, reflection_pb2)
        request = messages.ServerReflectionRequest(list_services="")
        async for listed in reflection.ServerReflectionInfo(iter([request])):
            names = {service.name for service in listed.list_services_response.service}
            assert {"arena.v1.SeatService", "arena.v1.ArenaService"} <= names


async def test_a_gateway_can_be_stopped_while_it_waits_for_its_store(redis_url: str) -> None:
    env = {"ARENA_DSN": "postgresql://127.0.0.1:1/x", "ARENA_REDIS_URL": redis_url, "ARENA_LINK_SECRET": SECRET}
    words = (sys.executable, "-m", "arena.gateway")
    process = await asyncio.create_subprocess_exec(*words, env=os.environ | env, stderr=asyncio.subprocess.PIPE)
    assert process.stderr
    while b"waiting for the store" not in await process.stderr.readline():
        pass
    process.terminate()
    assert await process.wait() == 0


@pytest.mark.parametrize(
    ("name", "value", "said"),
    [
        ("ARENA_LINK_SECRET", "", "ARENA_LINK_SECRET is not set"),
        ("ARENA_GATEWAY_LISTEN", "nowhere", "HOST:PORT"),
        ("ARENA_LINK_LISTEN", "grpcs://127.0.0.1:1", "tls://HOST:PORT"),
        ("ARENA_GRACE", "soon", "ARENA_GRACE=soon"),
    ],
)
def test_a_setting_that_is_wrong_is_one_line(name: str, value: str, said: str) -> None:
    env = {"ARENA_DSN": "postgresql:///", "ARENA_REDIS_URL": "redis://", "ARENA_LINK_SECRET": SECRET} | {name: value}
    done = program("-m", "arena.gateway", **env)  # type: ignore[arg-type]  # none is called cwd
    assert (done.returncode, len(done.stderr.splitlines())) == (2, 1), done.stderr
    assert said in done.stderr
