from typing import Any

import grpc
import pytest

from arena.gateway.server import Endpoints, Gateway
from arena.guards.limits import ANSWERS
from arena.wire.gen import link_pb2, seat_pb2
from arena.wire.refusals import Advice
from tests.gateway.clients import Clients
from tests.gateway.test_refusals import advice

Status = grpc.StatusCode


async def test_welcome_says_who_the_token_stands_for(clients: Clients) -> None:
    bot = clients.bot()
    await bot.hello()
    welcome = await bot.welcome()
    assert (welcome.bot, welcome.grace.seconds, welcome.resumed) == ("bot-7@1", 60, 0)
    assert (await bot.inbox.take(seat_pb2.Ping)).nonce == 1


@pytest.mark.parametrize(("token", "said"), [("nobody's", "unknown"), ("token-of-ann", "owner"), ("", "no token")])
async def test_tokens_that_are_no_bots_are_refused(clients: Clients, token: str, said: str) -> None:
    bot = clients.bot(token)
    await bot.hello()
    code, line = await bot.inbox.end_of_stream()
    assert code is Status.UNAUTHENTICATED
    assert said in line
    assert "nobody's" not in line
    assert await advice(bot) == Advice(stop=True)


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"protocol": 2}, "protocol 2"),
        ({"instance": "short"}, "instance"),
        ({"instance": "with a space"}, "instance"),
        ({"variants": []}, "variants"),
        ({"variants": ["spades-4\0"]}, "variants"),  # Postgres has no NUL: the gateway could not renew its rows
        ({"variants": ["spades-4", "x" * 65]}, "variants"),
        ({"max_seats": 16_385}, "max_seats 16385"),
        ({"build": "b" * 129}, "build"),
        ({"build": "b\0"}, "build"),
    ],
)
async def test_a_hello_that_is_not_accepted_says_what_to_change(
    clients: Clients, fields: dict[str, Any], said: str
) -> None:
    bot = clients.bot()
    await bot.hello(**fields)
    code, line = await bot.inbox.end_of_stream()
    assert code is Status.INVALID_ARGUMENT
    assert said in line
    assert await advice(bot) == Advice(stop=True)


async def test_a_version_keeps_its_first_build(clients: Clients) -> None:
    for build in ("", "one", "one", ""):
        bot = clients.bot()
        await bot.hello(build=build)
        await bot.welcome()
    bot = clients.bot()
    await bot.hello(build="two")
    code, line = await bot.inbox.end_of_stream()
    assert code is Status.INVALID_ARGUMENT
    assert "build 'two': bot-7@1 is build 'one'" in line
    bot = clients.bot("token-of-8")
    await bot.hello(build="two")
    await bot.welcome()


async def test_the_first_message_is_hello(clients: Clients) -> None:
    bot = clients.bot()
    await bot.send(seat_pb2.ToArena(pong=seat_pb2.Pong(nonce=1)))
    assert (await bot.inbox.end_of_stream())[0] is Status.INVALID_ARGUMENT


async def test_a_forbidden_message_ends_the_stream_with_a_reason(clients: Clients) -> None:
    bot = await clients.seated()
    await bot.hello()
    closing = await bot.inbox.take(seat_pb2.Closing)
    assert closing.reason == seat_pb2.CLOSE_REASON_PROTOCOL
    assert not closing.HasField("retry_after")
    code, line = await bot.inbox.end_of_stream()
    assert code is Status.INVALID_ARGUMENT
    assert line == closing.text


async def test_an_invalid_message_ends_the_stream(clients: Clients, gateway: tuple[Gateway, Endpoints]) -> None:
    async with grpc.aio.insecure_channel(gateway[1].bots) as channel:
        play: Any = channel.stream_stream("/arena.v1.SeatService/Play")
        call = play(metadata=(("authorization", "Bearer token-of-7"),))
        await call.write(b"\xff\xff\xff")
        assert await call.code() is Status.INVALID_ARGUMENT


async def test_a_message_that_is_too_large_ends_the_stream(clients: Clients) -> None:
    bot = await clients.seated()
    answers = [seat_pb2.Answer(seat_id=1, number=1)] * (ANSWERS + 1)
    await bot.send(seat_pb2.ToArena(answers=seat_pb2.Answers(answers=answers)))
    code, line = await bot.inbox.end_of_stream()
    assert code is Status.INVALID_ARGUMENT
    assert "16384" in line


async def test_a_bot_that_half_closes_leaves_with_ok(clients: Clients) -> None:
    bot = await clients.seated()
    bot.pongs = False
    await bot.call.done_writing()
    assert (await bot.inbox.end_of_stream())[0] is Status.OK


@pytest.mark.parametrize(
    "name", ["ToBot", "Batch", "Update", "Resume", "Turn", "Decision", "ToArena", "Answers", "Answer"]
)
def test_envelopes_have_the_layout_of_the_messages_they_stand_for(name: str) -> None:
    message = seat_pb2.DESCRIPTOR.message_types_by_name[name]
    envelope = link_pb2.DESCRIPTOR.message_types_by_name[f"{name}Envelope"]
    assert {f.number: f.name for f in message.fields} == {f.number: f.name for f in envelope.fields}
    for field in message.fields:
        twin = envelope.fields_by_number[field.number]
        assert twin.is_repeated == field.is_repeated
        if twin.type == twin.TYPE_BYTES:
            assert field.type == field.TYPE_MESSAGE
        elif twin.message_type and field.message_type and twin.message_type.name.endswith("Envelope"):
            assert twin.message_type.name == f"{field.message_type.name}Envelope"
        else:
            assert (twin.type, twin.message_type) == (field.type, field.message_type)
        assert (twin.containing_oneof is None) == (field.containing_oneof is None)
