"""A real worker process, and a Redis that goes away or holds what others wrote."""

import asyncio
import os
import subprocess
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncIterator
from typing import Any

import pytest
from redis import Redis

from arena.local.state import State
from arena.local.supervisor import spawn
from arena.local.valkey import Valkey
from arena.store import Store
from arena.store.names import FAMILIES
from arena.wakeups import BackgroundWakeUps
from arena.wire.gen import link_pb2 as pb
from tests.gateway.clients import until
from tests.workers.gateway import SECRET, ScriptedGateway, answered

OURS = b'{"headers": {"task": "workers.play_block"}, "properties": {"delivery_tag": "1", "delivery_info": {}}}'
FOREIGN = (
    *(b"junk", b"\xff", b"[" * 100_000, b"1", b"[]", b"{}", b'{"headers": null, "properties": {}}'),
    OURS.replace(b"play_block", b"others_task"),
    OURS.replace(b'"1"', b"1"),
)


class OwnValkey:
    """A Valkey that nobody starts again."""

    def __init__(self, state: State) -> None:
        self._valkey = Valkey.prepare(state)
        self.url = self._valkey.url
        self._process: subprocess.Popen[bytes] | None = None

    async def start(self) -> None:
        self._process = spawn(self._valkey.child())
        await until(self._valkey.is_alive)

    def kill(self) -> None:
        if self._process:
            self._process.kill()
            self._process.wait()


class SlowBots:
    """They answer nine questions, and then nothing until they may."""

    def __init__(self, gateway: ScriptedGateway) -> None:
        self._gateway = gateway
        gateway.answer = self._answer
        self.slow_down()

    def slow_down(self) -> None:
        self._open: list[pb.Ask] | None = []
        self._most = len(self._gateway.asked) + 10

    def _answer(self, ask: pb.Ask) -> pb.Answered | None:
        if self._open is None or len(self._gateway.asked) < self._most:
            return answered(ask)
        self._open.append(ask)
        return None

    def go_on(self) -> None:
        asks, self._open = self._open or [], None
        replies = [reply for ask in asks if (reply := self._gateway.reply(ask))]
        for stream in self._gateway.streams:
            stream.send(pb.ToWorker(answered=replies).SerializeToString())


@pytest.fixture
def cup_fields() -> dict[str, Any]:
    return {"boards": 1, "move_us": 600_000_000}


@pytest.fixture
async def valkey(own_state: State) -> AsyncIterator[OwnValkey]:
    valkey = OwnValkey(own_state)
    await valkey.start()
    yield valkey
    valkey.kill()


@pytest.fixture
async def worker(database: str, valkey: OwnValkey) -> AsyncIterator[Process]:
    env = {"ARENA_DSN": database, "ARENA_REDIS_URL": valkey.url, "ARENA_LINK_SECRET": SECRET}
    process = await asyncio.create_subprocess_exec(sys.executable, "-m", "workers", env=os.environ | env, stderr=PIPE)
    await says(process, "is ready")
    wake_ups = BackgroundWakeUps(valkey.url)
    wake_ups.send(1)
    yield process
    wake_ups.stop()
    if process.returncode is None:
        process.terminate()
        await process.communicate()


async def says(worker: Process, words: str) -> None:
    """Wait until the worker has said *words*."""
    assert worker.stderr
    said = b""
    while words.encode() not in said:
        said = await worker.stderr.readline()
        assert said, "the worker ended"


async def is_closed(cup: Store, boards: int) -> bool:
    return (await cup.tournaments.progress("cup")).closed == boards


async def test_worker_drops_foreign_messages_plays_on_without_redis_and_gives_its_block_back(
    cup: Store, gateway: ScriptedGateway, valkey: OwnValkey, worker: Process
) -> None:
    bots = SlowBots(gateway)
    await gateway.asks(10)
    assert FAMILIES == ("spades", "pinochle")
    with Redis.from_url(valkey.url) as client:
        client.set("spades", "no list at all")
        await says(worker, "dropped a message in spades that is no wake-up of the arena")
        for junk in FOREIGN:
            client.lpush("pinochle", junk)
            await says(worker, "that is no wake-up of the arena")

    valkey.kill()
    await says(worker, "Cannot connect to redis")
    bots.go_on()
    await until(lambda: is_closed(cup, 1))
    bots.slow_down()
    await valkey.start()
    await cup.tournaments.extend_tournament("cup", 1)  # which the returning Redis tells of
    await gateway.asks(len(gateway.asked) + 10)

    valkey.kill()
    await says(worker, "Cannot connect to redis")
    worker.terminate()
    await worker.communicate()
    assert worker.returncode == 0
    assert await cup.play.claim("another", 10)
