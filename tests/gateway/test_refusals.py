import grpc
import pytest

from arena.gateway.bots.capacity import Capacity
from arena.gateway.server import Endpoints, Gateway
from arena.wire.gen import seat_pb2
from arena.wire.refusals import Advice, advice_of, refusal_metadata
from tests.gateway.clients import Bot, Clients, until
from tests.gateway.few_tokens import FewTokens

small = pytest.mark.parametrize("capacity", [Capacity(streams=2, seats=20)])


async def advice(bot: Bot) -> Advice:
    await bot.inbox.end_of_stream()
    return advice_of(await bot.call.trailing_metadata())


async def test_a_gateway_without_its_store_says_when_to_dial_again(clients: Clients, tokens: FewTokens) -> None:
    tokens.is_away = True
    bot = clients.bot()
    await bot.hello()
    code, _ = await bot.inbox.end_of_stream()
    assert code is grpc.StatusCode.UNAVAILABLE
    assert await advice(bot) == Advice(after=3.0)


async def test_a_stopping_gateway_says_when_to_dial_again(clients: Clients, gateway: tuple[Gateway, Endpoints]) -> None:
    await clients.seated()
    gateway[0].hub.drain()
    late = clients.bot()
    await late.hello("instance-2")
    assert await advice(late) == Advice(after=1.0)


async def test_a_worker_does_not_get_into_a_gateway_that_stops(
    clients: Clients, gateway: tuple[Gateway, Endpoints]
) -> None:
    await clients.seated()
    gateway[0].hub.drain()
    assert await clients.worker().inbox.end_of_stream() == "this gateway is about to stop"


async def test_a_bot_that_answers_no_ping_dials_again(clients: Clients, gateway: tuple[Gateway, Endpoints]) -> None:
    bot = clients.bot()
    bot.pongs = False
    await bot.hello()
    await bot.welcome()
    for _ in range(5):
        gateway[0].hub.beat()
    code, line = await bot.inbox.end_of_stream()
    assert code is grpc.StatusCode.UNAVAILABLE
    assert "ping" in line
    assert await advice(bot) == Advice(after=0.1)


@small
async def test_a_gateway_takes_no_more_bots_than_it_has_room_for(clients: Clients) -> None:
    first = await clients.seated("instance-1", max_seats=1)
    await clients.seated("instance-2", max_seats=1)
    third = clients.bot()
    await third.hello("instance-3", max_seats=1)
    code, line = await third.inbox.end_of_stream()
    assert code is grpc.StatusCode.RESOURCE_EXHAUSTED
    assert "2 bots" in line
    assert "another gateway" in line
    assert await advice(third) == Advice(after=5.0)
    await clients.seated("instance-1", max_seats=1)  # its second stream replaces the first
    assert (await first.inbox.take(seat_pb2.Closing)).reason == seat_pb2.CLOSE_REASON_REPLACED


@small
async def test_a_gateway_promises_no_more_seats_than_it_has(clients: Clients) -> None:
    roomy = await clients.seated("instance-1", max_seats=10)
    full = clients.bot("token-of-8")
    await full.hello("instance-2", max_seats=11)
    code, line = await full.inbox.end_of_stream()
    assert code is grpc.StatusCode.RESOURCE_EXHAUSTED
    assert "10 of its 20 seats" in line
    await clients.seated("instance-2", "token-of-8", max_seats=10)
    assert roomy.call.done() is False


@small
async def test_a_version_gets_half_of_the_seats_at_most(clients: Clients) -> None:
    await clients.seated("instance-1", max_seats=8)
    second = clients.bot()
    await second.hello("instance-2", max_seats=3)
    code, line = await second.inbox.end_of_stream()
    assert code is grpc.StatusCode.RESOURCE_EXHAUSTED
    assert "8 seats to this version and gives it 10 at most" in line
    await clients.seated("instance-2", max_seats=2)


@small
async def test_a_process_that_is_away_keeps_no_other_of_its_version_out(clients: Clients) -> None:
    await (await clients.seated("instance-1", max_seats=10)).drop()
    await clients.seated("instance-2", max_seats=10)


@small
async def test_room_comes_free_when_a_bot_leaves(clients: Clients) -> None:
    await clients.seated("instance-1", max_seats=10)
    await (await clients.seated("instance-2", "token-of-8", max_seats=10)).drop()

    async def is_let_in() -> bool:
        second = clients.bot("token-of-9")
        await second.hello("instance-3", max_seats=10)
        return await second.is_welcome()

    await until(is_let_in)


@pytest.mark.parametrize("retry_ms", [None, 0, 1500])
def test_advice_survives_a_round_trip(retry_ms: int | None) -> None:
    read = advice_of(refusal_metadata(retry_ms))
    assert read == (Advice(stop=True) if retry_ms is None else Advice(after=retry_ms / 1000))


@pytest.mark.parametrize("value", ["soon", "-1", "", b"7"])
def test_unknown_metadata_gives_no_advice(value: str | bytes) -> None:
    assert advice_of([("arena-retry-after-ms", value), ("other", "1")]) == Advice()
