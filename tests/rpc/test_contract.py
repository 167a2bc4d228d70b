"""The same calls on every pair of our server and grpcio's, our client and grpcio's."""

import asyncio
from collections.abc import AsyncIterator
from typing import Any, cast

import grpc
import pytest
from google.protobuf.message import Message
from grpc import StatusCode
from grpc_health.v1 import health, health_pb2, health_pb2_grpc

from arena.rpc import Ended, Status
from tests.rpc.pairs import CLIENTS, MOST, SERVERS, Client, Handlers, ending, whole

SIZES = (0, 1, 4, 5, 16_379, 16_384, 65_530, 65_535, 262_144, 700_000, MOST)
TRAILERS = (("retry", "5"), ("many", "a"), ("many", "b, c"), ("raw-bin", b"\x00\xff,"))
SPOILT = "Internal error from Core"  # what grpcio's client makes of a call that ends in the middle of a write
cancelled: list[asyncio.Future[None]] = []


def ended_as(status: Status, code: StatusCode) -> bool:
    """Whether *status* is that of a call whose server ended it while its client may have been writing."""
    return status.code is code or status.details == SPOILT


async def echo(requests: Any, _context: Any) -> AsyncIterator[bytes]:
    async for request in requests:
        yield request


async def first(requests: Any, _context: Any) -> AsyncIterator[bytes]:
    """One answer, whatever is still said."""
    async for request in requests:
        yield request
        return


async def count(request: bytes, _context: Any) -> AsyncIterator[bytes]:
    for number in range(int(request)):
        yield b"%d" % number


async def total(requests: Any, _context: Any) -> bytes:
    return b"%d" % sum([int(request) async for request in requests])


async def upper(request: bytes, _context: Any) -> bytes:
    return request.upper()


async def refuse(request: bytes, context: Any) -> AsyncIterator[bytes]:
    for _ in range(int(request)):
        yield b"so far"
    await context.abort(StatusCode.NOT_FOUND, "näher: 100 %\n", TRAILERS)


async def told(_request: bytes, context: Any) -> bytes:
    known = [pair for pair in context.invocation_metadata() if pair[0] != "user-agent"]
    return repr((context.peer().partition(":")[0], [tuple(pair) for pair in known])).encode()


async def bug(_request: bytes, _context: Any) -> bytes:
    raise ZeroDivisionError("of ours")


async def wait(_request: bytes, _context: Any) -> bytes:
    ended = asyncio.get_running_loop().create_future()
    cancelled.append(ended)
    try:
        await asyncio.Event().wait()
    finally:
        ended.set_result(None)
    return b""


HANDLERS: Handlers = {
    "Echo": grpc.stream_stream_rpc_method_handler(cast(Any, echo)),
    "First": grpc.stream_stream_rpc_method_handler(cast(Any, first)),
    "Count": grpc.unary_stream_rpc_method_handler(cast(Any, count)),
    "Total": grpc.stream_unary_rpc_method_handler(cast(Any, total)),
    "Upper": grpc.unary_unary_rpc_method_handler(cast(Any, upper)),
    "Refuse": grpc.unary_stream_rpc_method_handler(cast(Any, refuse)),
    "Told": grpc.unary_unary_rpc_method_handler(cast(Any, told)),
    "Bug": grpc.unary_unary_rpc_method_handler(cast(Any, bug)),
    "Wait": grpc.unary_unary_rpc_method_handler(cast(Any, wait)),
}
SERVICER = health.aio.HealthServicer


def add_health(server: Any) -> None:
    health_pb2_grpc.add_HealthServicer_to_server(SERVICER(), server)


@pytest.fixture(params=SERVERS)
async def address(request: pytest.FixtureRequest) -> AsyncIterator[str]:
    async with SERVERS[request.param](HANDLERS, add_health) as address:
        yield address


@pytest.fixture(params=CLIENTS)
async def client(address: str, request: pytest.FixtureRequest) -> AsyncIterator[Client]:
    async with CLIENTS[request.param](address) as client:
        yield client


async def test_messages_of_all_sizes_come_whole_and_in_order(client: Client) -> None:
    messages = [bytes([size % 251]) * size for size in SIZES]
    assert await whole(client.call("Echo"), *messages) == messages


async def test_a_question_and_its_answer_in_turns(client: Client) -> None:
    talk = client.call("Echo")
    for number in range(50):
        await talk.write(b"%d" % number)
        assert await talk.read() == b"%d" % number
    await talk.half_close()
    assert await talk.read() is None


async def test_all_kinds_of_handlers(client: Client) -> None:
    assert await whole(client.call("Count"), b"3") == [b"0", b"1", b"2"]
    assert await whole(client.call("Count"), b"0") == []
    assert await whole(client.call("Total"), b"1", b"2", b"39") == [b"42"]
    assert await whole(client.call("Total")) == [b"0"]
    assert await whole(client.call("Upper"), b"abc") == [b"ABC"]
    assert await whole(client.call("Echo")) == []


async def test_many_calls_at_once(client: Client) -> None:
    talks = [client.call("Echo") for _ in range(40)]
    messages = [[bytes([number]) * 3000 * size for size in range(5)] for number in range(40)]
    answers = await asyncio.gather(*(whole(*each) for each in zip(talks, *zip(*messages, strict=True), strict=True)))
    assert answers == messages


@pytest.mark.parametrize("before", [0, 2])
async def test_a_refusal_says_why(client: Client, before: int) -> None:
    status = await ending(client.call("Refuse"), b"%d" % before)
    assert status == (StatusCode.NOT_FOUND, "näher: 100 %\n", TRAILERS)


async def test_messages_before_a_refusal_are_read(client: Client) -> None:
    talk = client.call("Refuse")
    await talk.write(b"2")
    await talk.half_close()
    assert [await talk.read(), await talk.read()] == [b"so far", b"so far"]
    with pytest.raises(Ended):
        await talk.read()


async def test_metadata(client: Client) -> None:
    said = (("a", "b c"), ("many", "1"), ("many", "2"), ("raw-bin", b"\x00\xff,"), ("raw-bin", b""), ("x.y_z-", "~"))
    (answer,) = await whole(client.call("Told", said), b"")
    assert answer.decode() == repr(("ipv4", list(said)))


async def test_more_metadata_than_is_taken(client: Client) -> None:
    status = await ending(client.call("Upper", (("a", "x" * 20_000),)))
    assert status.code is StatusCode.RESOURCE_EXHAUSTED
    assert await whole(client.call("Upper"), b"abc") == [b"ABC"]


async def test_a_method_that_is_not_there(client: Client) -> None:
    assert ended_as(await ending(client.call("Nothing"), b"abc"), StatusCode.UNIMPLEMENTED)
    assert (await ending(client.call("Nothing"))).code is StatusCode.UNIMPLEMENTED


async def test_a_bug(client: Client) -> None:
    assert ended_as(await ending(client.call("Bug"), b""), StatusCode.UNKNOWN)


async def test_a_message_that_is_too_long(client: Client) -> None:
    status = await ending(client.call("Echo"), b"x" * (MOST + 1))
    assert ended_as(status, StatusCode.RESOURCE_EXHAUSTED)
    assert await whole(client.call("Upper"), b"abc") == [b"ABC"]


async def test_a_server_that_has_heard_enough(client: Client) -> None:
    for _ in range(3):  # what was not read is given back
        status = await ending(client.call("First"), b"1", *[b"x" * 100_000] * 20)
        assert ended_as(status, StatusCode.OK)
    assert await whole(client.call("Upper"), b"abc") == [b"ABC"]


async def test_a_deadline(client: Client) -> None:
    assert (await ending(client.call("Wait", within=0.05), b"")).code is StatusCode.DEADLINE_EXCEEDED
    async with asyncio.timeout(5):
        await cancelled.pop()


async def test_a_call_that_is_cancelled(client: Client) -> None:
    talk = client.call("Wait")
    await talk.write(b"")
    async with asyncio.timeout(5):
        while not cancelled:  # noqa: ASYNC110
            await asyncio.sleep(0.001)
        talk.cancel()
        await cancelled.pop()
    with pytest.raises(Ended) as ended:
        await talk.read()
    assert ended.value.status.code is StatusCode.CANCELLED


async def test_a_call_that_has_ended_is_not_written_to(client: Client) -> None:
    talk = client.call("First")
    await talk.write(b"1")
    assert [await talk.read(), await talk.read()] == [b"1", None]
    with pytest.raises(Ended):
        await talk.write(b"2")


@pytest.mark.parametrize("address", ["our server"], indirect=True)
async def test_a_generated_service(address: str) -> None:
    async with grpc.aio.insecure_channel(address, (("grpc.enable_http_proxy", 0),)) as channel:
        stub: Any = health_pb2_grpc.HealthStub(channel)
        answer: Message = await stub.Check(health_pb2.HealthCheckRequest())
        assert answer == health_pb2.HealthCheckResponse(status=health_pb2.HealthCheckResponse.SERVING)
        with pytest.raises(grpc.aio.AioRpcError) as refused:
            await stub.Check(health_pb2.HealthCheckRequest(service="nobody"))
        assert refused.value.code() is StatusCode.NOT_FOUND
        watch = stub.Watch(health_pb2.HealthCheckRequest())
        assert await watch.read() == answer
        watch.cancel()
