import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import grpc
import pytest
from google.protobuf.duration_pb2 import Duration

from arena.wire.gen import seat_pb2
from arena.wire.refusals import refusal_metadata
from bots.check.mock import Ending
from bots.house.simple import SimpleBot
from bots.sdk.seats.errors import BotErrors
from bots.sdk.streams import dialler as dialler_module
from bots.sdk.streams.client import Client
from bots.sdk.streams.dialler import Gateways
from bots.sdk.streams.stream import StoppedError, UnreachableError
from tests.bots.arena import Arena, arena, at

A_MINUTE = Duration(seconds=60)


class Dialling:
    """A kit's client at gateways; `first` is its first stream, `elsewhere` the gateway that it does not lead to."""

    def __init__(self, *gateways: Arena) -> None:
        client = Client(SimpleBot, at(*(gateway.address for gateway in gateways)), "token", 16, BotErrors())
        self.task = asyncio.ensure_future(client.serve())
        self.gateways = gateways

    async def dial(self) -> None:
        dialled = [asyncio.ensure_future(gateway.dialled()) for gateway in self.gateways]
        await asyncio.wait(dialled, return_when=asyncio.FIRST_COMPLETED)
        at = 0 if dialled[0].done() else 1
        dialled[1 - at].cancel()
        self.first, self.here, self.elsewhere = dialled[at].result(), self.gateways[at], self.gateways[1 - at]


@asynccontextmanager
async def dialling() -> AsyncIterator[Dialling]:
    """Yield a client that has dialled one of two gateways."""
    async with arena() as one, arena() as other:
        client = Dialling(one, other)
        await client.dial()
        yield client
        client.task.cancel()
        await asyncio.gather(client.task, return_exceptions=True)


def test_processes_spread_over_the_gateways() -> None:
    assert {str(Gateways(at("a:1", "b:1", "c:1")).address) for _ in range(100)} == {"a:1", "b:1", "c:1"}


def test_a_gateway_whose_stream_broke_is_dialled_again_first() -> None:
    gateways = Gateways(at("a:1", "b:1"))
    here = gateways.address
    gateways.record_welcome()
    assert gateways.record_failure(0.0, None) > 0
    assert gateways.address == here
    assert gateways.record_failure(1.0, None) == 0
    assert gateways.address != here


def test_one_that_says_when_is_left_for_the_next_at_once() -> None:
    gateways = Gateways(at("a:1", "b:1"))
    here = gateways.address
    assert gateways.record_failure(0.0, 5.0) == 0
    assert gateways.address != here
    assert gateways.record_failure(1.0, 30.0) == 4.0
    assert gateways.address == here


def test_a_gateway_alone_is_waited_for() -> None:
    gateways = Gateways(at("a:1"))
    assert gateways.record_failure(0.0, 5.0) == 5.0
    assert [0 < gateways.record_failure(0.0, None) <= 2 for _ in range(40)] == [True] * 40


def test_each_failure_doubles_the_pause_up_to_a_limit_and_a_welcome_ends_that() -> None:
    gateways = Gateways(at("a:1"))
    for _ in range(2):
        pauses = [gateways.record_failure(0.0, None) for _ in range(8)]
        longest = [0.2, 0.4, 0.8, 1.6, 2.0, 2.0, 2.0, 2.0]  # docs/reference/kit.md; chance takes off up to a half
        assert all(most / 2 <= pause <= most for pause, most in zip(pauses, longest, strict=True))
        gateways.record_welcome()


async def test_a_gateway_that_drains_is_left_for_another() -> None:
    async with dialling() as client:
        await client.first.welcome()
        await client.first.close(seat_pb2.Closing(reason=seat_pb2.CLOSE_REASON_DRAINING, retry_after=A_MINUTE))
        assert (await client.elsewhere.joined()).hello.instance == client.first.hello.instance


async def test_a_gateway_that_is_full_is_left_for_another() -> None:
    async with dialling() as client:
        client.first.end(Ending(grpc.StatusCode.RESOURCE_EXHAUSTED, "full", refusal_metadata(60_000)))
        await client.elsewhere.joined()


async def test_a_gateway_that_is_gone_is_left_for_another() -> None:
    async with dialling() as client:
        await client.first.welcome()
        client.first.end(Ending(grpc.StatusCode.UNAVAILABLE))
        await client.here.stop()
        await client.elsewhere.joined()
        await client.here.start()


async def test_one_gateway_that_answers_is_enough() -> None:
    async with arena() as one, arena() as other:
        await other.stop()
        client = Dialling(one, other)
        await one.joined()
        client.task.cancel()
        await asyncio.gather(client.task, return_exceptions=True)
        await other.start()


async def test_a_name_with_several_addresses_is_dialled_wherever_somebody_answers() -> None:
    async with arena() as there:  # at 127.0.0.1, while localhost is ::1 as well
        client = asyncio.create_task(Client(SimpleBot, at(f"localhost:{there.port}"), "token", 16, BotErrors()).serve())
        await there.joined()
        client.cancel()
        await asyncio.gather(client, return_exceptions=True)


async def test_a_refusal_says_whether_to_stop_whatever_its_status() -> None:
    async with dialling() as client:
        client.first.end(Ending(grpc.StatusCode.UNAVAILABLE, "never again", refusal_metadata(None)))
        with pytest.raises(StoppedError, match="never again"):
            await client.task


async def test_a_refusal_that_says_when_is_obeyed_whatever_its_status() -> None:
    async with arena() as there:
        client = Dialling(there).task
        line = await there.dialled()
        hung_up = time.monotonic()
        line.end(Ending(grpc.StatusCode.UNAUTHENTICATED, "not yet", refusal_metadata(400)))
        await there.joined()
        assert time.monotonic() - hung_up > 0.4
        client.cancel()
        await asyncio.gather(client, return_exceptions=True)


async def test_nobody_at_any_address(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(dialler_module, "PATIENCE", 0.2)
    async with arena() as one, arena() as other:
        await one.stop()
        await other.stop()
        with pytest.raises(UnreachableError, match=f"{one.address}.*{other.address}|{other.address}.*{one.address}"):
            await Client(SimpleBot, at(one.address, other.address), "token", 1, BotErrors()).serve()
        assert capsys.readouterr().err.count("trying again every 2 s") == 1
        await one.start()
        await other.start()
