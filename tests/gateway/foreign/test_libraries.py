"""Every gRPC library that bots use plays the same cases against a real gateway."""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable

import grpc
import pytest

from arena.gateway import server
from arena.gateway.server import Endpoints, Gateway
from arena.guards.limits import MESSAGE_BYTES, RECEIVED_BYTES
from arena.wire.gen import cards_pb2, seat_pb2
from tests.bots.tongues import cpp_caller, node_caller
from tests.gateway.clients import Clients, Worker, until
from tests.gateway.few_tokens import FewTokens
from tests.gateway.foreign.calls import USUAL, AioLine, Call, GrpclibLine, How, Line, SyncLine
from tests.gateway.foreign.puppets import PuppetLine
from tests.gateway.messages import card

VERSION, VERSIONS = 7, 5
CALLS = 150  # at once on one connection: more than many an HTTP/2 takes
OFTEN = 100  # milliseconds between two pings of the client
Dial = Callable[..., Awaitable[Line]]


async def by_aio(target: str, keepalive_ms: int | None = None) -> Line:
    return AioLine(target, keepalive_ms)


async def by_threads(target: str, keepalive_ms: int | None = None) -> Line:
    return SyncLine(target, keepalive_ms)


async def by_grpclib(target: str, keepalive_ms: int | None = None) -> Line:
    return GrpclibLine(target, keepalive_ms)


async def by_node(target: str, keepalive_ms: int | None = None) -> Line:
    return await PuppetLine.start(node_caller(), target, keepalive_ms)


async def by_cpp(target: str, keepalive_ms: int | None = None) -> Line:
    return await PuppetLine.start(cpp_caller(), target, keepalive_ms)


COMPRESSING = [
    by_aio,
    by_threads,
    pytest.param(by_node, marks=pytest.mark.node),
    pytest.param(by_cpp, marks=pytest.mark.cpp),
]


@pytest.fixture
def tokens() -> FewTokens:
    return FewTokens(range(VERSION, VERSION + VERSIONS))


@pytest.fixture(params=[*COMPRESSING, by_grpclib])
def dial(request: pytest.FixtureRequest) -> Dial:
    dialler: Dial = request.param
    return dialler


@pytest.fixture
def target(gateway: tuple[Gateway, Endpoints]) -> str:
    return gateway[1].bots


@pytest.fixture
async def line(dial: Dial, target: str) -> AsyncIterator[Line]:
    line = await dial(target)
    yield line
    await line.close()


@pytest.fixture
async def worker(clients: Clients) -> Worker:
    return clients.worker()


async def seated(line: Line, worker: Worker, how: How = USUAL) -> Call:
    """A call that has a seat and its question."""
    call = await line.play(how)
    await call.hello()
    await call.inbox.take(seat_pb2.Welcome)
    await worker.open(VERSION, VERSION)
    await worker.ask(1, seat_id=VERSION)
    await call.inbox.take(seat_pb2.Update, lambda update: update.HasField("turn"))
    return call


async def answer(call: Call, worker: Worker) -> None:
    action = seat_pb2.Answer(seat_id=VERSION, number=1, action=card(30))
    await call.send(seat_pb2.ToArena(answers=seat_pb2.Answers(answers=[action])))
    assert await worker.card(1, seat_id=VERSION) == 30


async def leave(call: Call) -> None:
    """Half-close once it has answered a ping."""
    await call.inbox.take(seat_pb2.Ping)
    await call.half_close()
    assert (await call.end()).code is grpc.StatusCode.OK


async def breaks_off(dial: Dial, gateway: Gateway, tokens: FewTokens) -> None:
    """Wait until the gateway ends the stream, and check that it counts as broken."""
    await until(lambda: not gateway.hub.connected)
    if dial is not by_node:  # Node ends its side of a stream that it cancels: which the gateway sees first is chance
        assert (await infractions(gateway, tokens)).keys() == {"broken"}


async def infractions(gateway: Gateway, tokens: FewTokens) -> Counter[str]:
    """Those of the version, once there are some."""
    counted: Counter[str] = Counter()

    def is_counted() -> bool:
        new = tokens.infractions + gateway.hub.take_infractions()
        counted.update({word: count for (_, word), count in new.items()})
        tokens.infractions = Counter()
        return bool(counted)

    await until(is_counted)
    return counted


async def comes_back(line: Line, worker: Worker) -> None:
    """Its seat has waited, and with it its question."""
    call = await line.play()
    await call.hello()
    assert (await call.inbox.take(seat_pb2.Welcome)).resumed == 1
    resumed = await call.inbox.take(seat_pb2.Update, lambda update: update.HasField("resume"))
    assert resumed.resume.decision.number == 1
    await answer(call, worker)
    await leave(call)


async def test_a_whole_exchange(line: Line, worker: Worker, gateway: tuple[Gateway, Endpoints]) -> None:
    call = await seated(line, worker)
    await answer(call, worker)
    await leave(call)
    await until(lambda: not gateway[0].hub.connected)
    assert not gateway[0].hub.take_infractions()


@pytest.mark.parametrize("dial", COMPRESSING)
async def test_compressed_messages_are_read(line: Line, worker: Worker) -> None:
    call = await seated(line, worker, How(gzip=True))
    await answer(call, worker)
    await call.send(nonsense(500))  # which is smaller compressed; libraries send small ones as they are
    await leave(call)


async def test_metadata_may_be_bytes(line: Line, worker: Worker) -> None:
    await leave(await seated(line, worker, How(metadata=(("x-bin", bytes(range(256))), ("x-text", "a, b")))))


async def test_a_call_that_is_cancelled_leaves_its_seats_waiting(
    dial: Dial, line: Line, worker: Worker, gateway: tuple[Gateway, Endpoints], tokens: FewTokens
) -> None:
    call = await seated(line, worker)
    await call.cancel()
    assert (await call.end()).code is grpc.StatusCode.CANCELLED
    await breaks_off(dial, gateway[0], tokens)
    await comes_back(line, worker)


async def test_a_deadline_ends_the_call(
    dial: Dial, line: Line, gateway: tuple[Gateway, Endpoints], tokens: FewTokens
) -> None:
    for deadline in (1.0, 5.0, 25.0):  # a busy machine may take longer to let it in
        call = await line.play(How(deadline=deadline))
        await call.hello()
        if (await call.end()).code is grpc.StatusCode.DEADLINE_EXCEEDED and call.inbox.holds(seat_pb2.Welcome):
            break
    assert call.inbox.holds(seat_pb2.Welcome)
    await breaks_off(dial, gateway[0], tokens)


async def test_a_refusal_comes_with_what_to_do(line: Line, tokens: FewTokens) -> None:
    call = await line.play(How("nobody's"))
    await call.hello()
    end = await call.end()
    assert end.code is grpc.StatusCode.UNAUTHENTICATED
    assert "this token is unknown here" in end.text
    assert end.trailing["arena-stop"] == "1"
    tokens.is_away = True
    call = await line.play()
    await call.hello()
    end = await call.end()
    assert end.code is grpc.StatusCode.UNAVAILABLE
    assert "dial again in a few seconds" in end.text
    assert end.trailing["arena-retry-after-ms"] == "3000"


def nonsense(count: int) -> seat_pb2.ToArena:
    """Answers for a seat that is nobody's, about a kilobyte each."""
    action = cards_pb2.Action(cards=cards_pb2.Cards(cards=[5] * 980))
    one = seat_pb2.Answer(seat_id=12345, number=1, action=action)
    return seat_pb2.ToArena(answers=seat_pb2.Answers(answers=[one] * count))


async def test_a_message_of_a_megabyte_is_judged(
    line: Line, worker: Worker, gateway: tuple[Gateway, Endpoints], tokens: FewTokens
) -> None:
    large = nonsense(MESSAGE_BYTES // 1004)
    assert 0.99 * MESSAGE_BYTES < large.ByteSize() <= MESSAGE_BYTES
    call = await seated(line, worker)
    await call.send(large)
    await answer(call, worker)
    assert gateway[0].hub.take_infractions()[VERSION, "foreign"] + tokens.infractions[VERSION, "foreign"] == len(
        large.answers.answers
    )
    await leave(call)


async def test_a_larger_one_than_the_gateway_takes_ends_the_call(
    line: Line, worker: Worker, gateway: tuple[Gateway, Endpoints], tokens: FewTokens
) -> None:
    call = await seated(line, worker)
    await call.send(nonsense(RECEIVED_BYTES // 990))
    assert (await call.end()).code in (grpc.StatusCode.RESOURCE_EXHAUSTED, grpc.StatusCode.INTERNAL)
    await until(lambda: not gateway[0].hub.connected)
    assert await infractions(gateway[0], tokens) == {"broken": 1}
    await comes_back(line, worker)


@pytest.mark.parametrize("dial", COMPRESSING)
async def test_a_message_that_unpacks_to_too_much_ends_the_call(line: Line) -> None:
    call = await line.play(How("nobody's", gzip=True))
    await call.hello(build="b" * 4 * RECEIVED_BYTES)
    assert (await call.end()).code is grpc.StatusCode.RESOURCE_EXHAUSTED


async def test_pings_of_the_client_end_nothing(
    dial: Dial, target: str, worker: Worker, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(server, "BEAT", 6 * OFTEN / 1000)
    line = await dial(target, OFTEN)
    call = await seated(line, worker)
    for _ in range(2):
        await call.inbox.take(seat_pb2.Ping)
    await answer(call, worker)
    await leave(call)
    await line.close()


async def test_hundreds_of_calls_share_a_connection(
    line: Line, worker: Worker, gateway: tuple[Gateway, Endpoints]
) -> None:
    calls = []
    for number in range(0, CALLS, 50):  # fewer than the strangers that an address may have
        some = [await line.play(How(f"token-of-{VERSION + each % VERSIONS}")) for each in range(number, number + 50)]
        await asyncio.gather(*(call.hello(f"instance-{number + each}") for each, call in enumerate(some)))
        await asyncio.gather(*(call.inbox.take(seat_pb2.Welcome) for call in some))
        calls += some
    assert len(gateway[0].hub.connected) == CALLS
    await asyncio.gather(*(leave(call) for call in calls))
