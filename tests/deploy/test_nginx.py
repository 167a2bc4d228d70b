"""Debian's nginx, configured by deploy/, before a real gateway."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack
from ipaddress import ip_network
from pathlib import Path
from typing import Any

import grpc
import pytest

from arena.gateway import server
from arena.gateway.seats import bot_stream
from arena.gateway.server import Endpoints, Gateway
from arena.guards import buckets, limits
from arena.guards.proxies import Proxies
from arena.wire.gen import seat_pb2
from arena.wire.refusals import Advice, advice_of
from tests.deploy.front import Front, calling_from, nginx, relaying
from tests.gateway.clients import Bot, Worker, dialling, until
from tests.gateway.few_tokens import FewTokens
from tests.gateway.serving import serving

pytestmark = [pytest.mark.nginx, pytest.mark.timeout(600)]

ADDRESSES, BOTS = 10, 60  # calls of each address, on one connection
HOUR = 3_600_000_000
# Three calls of an address.
AT_ONCE = {"limit_conn": "calls_at_once 3"}
BEGUN = {
    "limit_req": "zone=calls_begun burst=2 nodelay",
    "limit_req_zone": "$binary_remote_addr zone=calls_begun:10m rate=1r/m",
}
BEHIND = Proxies((ip_network("127.0.0.1"),))


@pytest.fixture
def tokens() -> FewTokens:
    return FewTokens(range(7, 7 + ADDRESSES))


@pytest.fixture
async def gateway(tokens: FewTokens) -> AsyncIterator[tuple[Gateway, Endpoints]]:
    async with serving(tokens, proxies=BEHIND) as served:
        yield served


@pytest.fixture
def front(gateway: tuple[Gateway, Endpoints], tmp_path: Path) -> Iterator[Front]:
    with nginx(tmp_path, gateway[1].bots) as front:
        yield front


async def let_in(bot: Bot, instance: str) -> None:
    await bot.hello(instance, max_seats=1)
    await bot.welcome()


async def play_a_turn(bot: Bot, worker: Worker) -> None:
    """It is given a seat, asked in it, and heard."""
    start = await bot.inbox.take(seat_pb2.Update, lambda update: update.HasField("start"))
    await worker.ask(1, seat_id=start.seat_id, move_us=HOUR)
    await bot.update("turn", start.seat_id)
    await bot.answer(1, 30, start.seat_id)
    assert await worker.card(1, seat_id=start.seat_id) == 30


async def leave(bot: Bot) -> None:
    await bot.call.done_writing()
    assert await bot.inbox.end_of_stream() == (grpc.StatusCode.OK, "")


async def has_ponged(gateway: Gateway, streams: int) -> None:
    def pongs() -> int:
        return sum(bool(each.stream and each.stream.trips.least_us) for each in gateway.hub.connected)

    await until(lambda: pongs() == streams)


async def test_600_streams_play_at_once(
    front: Front, gateway: tuple[Gateway, Endpoints], tokens: FewTokens, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bot_stream, "SILENT_BEATS", bot_stream.LONGEST_SILENCE)  # 600 bots share a slow process
    async with AsyncExitStack() as open_to, dialling(gateway[1]) as near:
        bots: list[Bot] = []
        for number in range(ADDRESSES):
            address = await open_to.enter_async_context(calling_from(f"127.0.0.{2 + number}", front.address))
            channel = (await open_to.enter_async_context(dialling(address))).channel()
            dialled = [Bot(channel, f"token-of-{7 + number}") for _ in range(BOTS)]
            # One address after the other: a slow machine would let 600 calls wait longer than `HELLO_WAIT`.
            await asyncio.gather(*(let_in(bot, f"instance-{len(bots) + one}") for one, bot in enumerate(dialled)))
            bots += dialled
        assert len(gateway[0].hub.connected) == ADDRESSES * BOTS
        worker = near.worker()
        for seat_id in range(ADDRESSES * BOTS):
            await worker.ask_to_open(1 + seat_id, 7 + seat_id % ADDRESSES)
        await asyncio.gather(*(play_a_turn(bot, worker) for bot in bots))
        await has_ponged(gateway[0], ADDRESSES * BOTS)
        await asyncio.gather(*(leave(bot) for bot in bots))
    assert not tokens.infractions + gateway[0].hub.take_infractions()


async def refusal(bot: Bot) -> tuple[grpc.StatusCode, str, Advice]:
    """How the call of *bot* ends, which was not let in."""
    await bot.inbox.end_of_stream()
    trailing = [(str(key), value) for key, value in await bot.call.trailing_metadata() or ()]
    return await bot.call.code(), await bot.call.details() or "", advice_of(trailing)


@pytest.mark.slow
@pytest.mark.parametrize(
    "limit", [{"limit_conn": "calls_at_once 3"}, {"limit_req": "zone=calls_begun burst=2 nodelay"}]
)
async def test_calls_of_an_address_are_limited(
    gateway: tuple[Gateway, Endpoints], tmp_path: Path, limit: dict[str, str]
) -> None:
    slowly = {"limit_req_zone": "$binary_remote_addr zone=calls_begun:10m rate=1r/m"} if "limit_req" in limit else {}
    with nginx(tmp_path, gateway[1].bots, **limit, **slowly) as front:
        async with dialling(front.address) as here, calling_from("127.0.0.2", front.address) as other:
            for number in range(3):
                await here.seated(f"instance-{number}", max_seats=1)
            code, text, advice = await refusal(here.bot())
            assert (code, advice) == (grpc.StatusCode.RESOURCE_EXHAUSTED, Advice(after=5))
            assert text == "too many calls of your address: dial again in 5 seconds"
            async with dialling(other) as there:
                await there.seated("instance-4", max_seats=1)


@pytest.mark.slow
async def test_refusals_of_the_gateway_pass_through(front: Front) -> None:
    async with dialling(front.address) as clients:
        bot = clients.bot("nobody's")
        await bot.hello()
        code, text, advice = await refusal(bot)
        assert (code, advice) == (grpc.StatusCode.UNAUTHENTICATED, Advice(stop=True))
        assert "this token is unknown here" in text


@pytest.fixture
def two_tries(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(buckets, "STRANGERS_BURST", 2)
    monkeypatch.setattr(buckets, "STRANGERS_RATE", 0.001)


@pytest.mark.slow
async def test_a_caller_cannot_choose_its_address(two_tries: None, front: Front) -> None:
    async with dialling(front.address) as clients:
        play: Any = clients.channel().stream_stream("/arena.v1.SeatService/Play")
        codes = []
        for number in range(3):
            call = play(metadata=(("x-forwarded-for", f"192.0.2.{number}"),))
            await call.done_writing()
            codes.append(await call.code())
        assert codes == [grpc.StatusCode.INVALID_ARGUMENT] * 2 + [grpc.StatusCode.RESOURCE_EXHAUSTED]
        async with calling_from("127.0.0.2", front.address) as other, dialling(other) as others:
            await others.seated()


@pytest.mark.slow
async def test_a_gateway_that_stops_is_said_to_be_away_and_found_when_it_is_back(
    tmp_path: Path, tokens: FewTokens
) -> None:
    async with serving(tokens, proxies=BEHIND) as (_, reached):
        at = reached.bots
    with nginx(tmp_path, at) as front:
        async with dialling(front.address) as clients:
            async with serving(tokens, listen=at, proxies=BEHIND):
                bot = await clients.seated()
            assert (await bot.inbox.take(seat_pb2.Closing)).reason == seat_pb2.CLOSE_REASON_DRAINING
            code, text, advice = await refusal(clients.bot())
            assert (code, advice) == (grpc.StatusCode.UNAVAILABLE, Advice(after=1))
            assert text == "the gateway does not answer: dial again in a second"
            async with serving(tokens, listen=at, proxies=BEHIND):
                await clients.seated()


@pytest.mark.slow
async def test_streams_outlive_a_reload(front: Front, gateway: tuple[Gateway, Endpoints]) -> None:
    async with dialling(front.address) as clients, dialling(gateway[1]) as near:
        before = await clients.seated("instance-1", max_seats=1)
        old = front.workers()
        front.reload()
        await until(lambda: len(front.workers() - old) == len(old))
        worker = near.worker()
        await worker.open()
        await play_a_turn(before, worker)
        await clients.seated("instance-2", max_seats=1)
        await leave(before)


PING = b"\x00\x00\x08\x06\x00\x00\x00\x00\x00"  # the head of that frame
FLOOD = 1100


@pytest.mark.slow
async def test_nginx_answers_however_many_pings(
    tokens: FewTokens, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """nginx treats more than 1000 pings that it could not acknowledge as a flood."""
    pings = 0

    def hears(data: bytes) -> None:
        nonlocal pings
        pings += data.count(PING)

    often = [(name, 10 if name == "grpc.keepalive_time_ms" else value) for name, value in limits.OPTIONS]
    monkeypatch.setattr(server, "OPTIONS", often)
    async with serving(tokens, proxies=BEHIND) as (_, reached), relaying(reached.bots, hears=hears) as joined:
        with nginx(tmp_path, joined) as front:
            async with dialling(front.address) as clients:
                bot = await clients.seated()
                await until(lambda: pings > FLOOD)
                await leave(bot)


PREFACE = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\x00\x00\x00\x04\x00\x00\x00\x00\x00"  # and settings that say nothing


@pytest.mark.slow
@pytest.mark.parametrize(("tls", "said"), [(False, b""), (True, b""), (True, PREFACE)])
async def test_connections_without_a_call_are_closed(tmp_path: Path, tls: bool, said: bytes) -> None:
    with nginx(tmp_path, "127.0.0.1:9", client_header_timeout="1s", keepalive_timeout="1s") as front:
        context = front.address.ssl_context()
        assert context
        context.set_alpn_protocols(["h2"])
        at = (front.address.host, front.address.port)
        reader, writer = await asyncio.open_connection(*at, ssl=context if tls else None)
        writer.write(said)
        await reader.read()  # to its end
        writer.close()


@pytest.mark.slow
async def test_how_long_a_caller_may_be_silent_is_the_body_timeout(
    gateway: tuple[Gateway, Endpoints], tmp_path: Path
) -> None:
    with nginx(tmp_path, gateway[1].bots, client_body_timeout="1s") as front:
        async with dialling(front.address) as clients:
            bot = await clients.seated()
            bot.pongs = False
            assert (await bot.inbox.end_of_stream())[0] is grpc.StatusCode.INTERNAL  # the status of a broken stream
