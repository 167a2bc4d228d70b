import asyncio

import grpc
import pytest

from arena.gateway import presence
from arena.wire.gen import seat_pb2
from tests.gateway.clients import Bot, Clients, until
from tests.gateway.few_tokens import FewTokens


@pytest.fixture(autouse=True)
def _looks_often(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(presence, "RENEW", 0.2)


async def closed(bot: Bot) -> None:
    closing = await bot.inbox.take(seat_pb2.Closing)
    assert closing.reason == seat_pb2.CLOSE_REASON_TOKEN
    assert "was revoked" in closing.text
    assert not closing.HasField("retry_after")
    await bot.inbox.end_of_stream()


async def test_a_revoked_token_ends_its_streams_and_no_others(clients: Clients, tokens: FewTokens) -> None:
    first, second = await clients.seated("instance-1"), await clients.seated("instance-2")
    other = await clients.seated("instance-3", token="other-of-7")
    stranger = await clients.seated(token="token-of-8")
    tokens.ended = {7: "revoked"}
    await asyncio.gather(closed(first), closed(second))
    await other.settle()
    await stranger.settle()


async def test_the_seats_wait_for_who_comes_with_the_next_token(clients: Clients, tokens: FewTokens) -> None:
    bot, worker = await clients.seated(), clients.worker()
    await worker.open()
    await worker.ask(1, 3)
    await bot.update("turn")
    tokens.ended = {7: "revoked"}
    await closed(bot)
    refused = clients.bot()
    await refused.hello()
    code, line = await refused.inbox.end_of_stream()
    assert code is grpc.StatusCode.UNAUTHENTICATED
    assert line == "this token was revoked: give the bot another token"
    again = await clients.seated(token="other-of-7")
    assert (await again.update("resume")).resume.decision.number == 1
    await again.answer(1, 30)
    assert await worker.card(1) == 30


async def test_connected_bots_stay_while_the_store_is_away(clients: Clients, tokens: FewTokens) -> None:
    bot = await clients.seated()
    tokens.ended, tokens.is_away = {7: "revoked"}, True
    await until(lambda: tokens.missed > 1)
    await bot.settle()
    tokens.is_away = False
    await closed(bot)


async def test_a_bot_that_does_not_read_is_cut_off(clients: Clients, tokens: FewTokens) -> None:
    bot = await clients.seated()
    bot.pongs = False
    tokens.ended = {7: "expired"}
    await bot.inbox.end_of_stream()
