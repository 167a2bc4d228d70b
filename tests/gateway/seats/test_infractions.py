"""Each fault of a bot has one answer, is counted, and disturbs no other table."""

import asyncio
from collections import Counter
from contextlib import suppress
from typing import Any

import grpc
import pytest

from arena.gateway.bots import service as play
from arena.gateway.server import Endpoints, Gateway
from arena.guards import buckets
from arena.guards.limits import (
    ACTION_BYTES,
    ANSWERS,
    HELLO_BYTES,
    INSTANCES,
    MESSAGE_BYTES,
    RECEIVED_BYTES,
    SEATS,
    UNASKED_BURST,
    UNASKED_PATIENCE,
    UNASKED_RATE,
)
from arena.wire.gen import cards_pb2, seat_pb2
from arena.wire.gen.seat_pb2_grpc import SeatServiceStub
from tests.gateway.clients import Bot, Clients, Worker, until
from tests.gateway.few_tokens import FewTokens
from tests.gateway.messages import card, events_of
from tests.gateway.standing import StandingClock

VERSION, OTHER = 7, 8
ROUND_US = 50_000  # from one answer of a player to the next


async def at_table(clients: Clients, token: str = "token-of-7", version_id: int = VERSION) -> tuple[Bot, Worker]:
    """Return a bot in seat *version_id*, asked for its first decision, and its worker."""
    bot, worker = await clients.seated(token=token), clients.worker()
    await worker.open(version_id, version_id)
    await worker.ask(1, seat_id=version_id)
    await bot.update("turn", version_id)
    return bot, worker


async def infractions(gateway: tuple[Gateway, Endpoints], tokens: FewTokens, bot: Bot | None = None) -> dict[str, int]:
    """Return version 7's new infractions, stored or not yet, once all that *bot* sent is handled."""
    if bot:
        await bot.settle()
    counts, tokens.infractions = tokens.infractions + gateway[0].hub.take_infractions(), Counter()
    return {infraction: count for (version, infraction), count in counts.items() if version == VERSION}


async def test_each_kind_of_unasked_answer_is_counted(
    clients: Clients, gateway: tuple[Gateway, Endpoints], tokens: FewTokens
) -> None:
    bot, worker = await at_table(clients)
    other, _ = await at_table(clients, "token-of-8", OTHER)
    await bot.answer(2, 9, VERSION)  # early
    await bot.answer(1, 9, OTHER)  # another bot's seat
    for nobodys in (0, 12345, 2**64 - 1):
        await bot.answer(1, 9, nobodys)
        await bot.send(seat_pb2.ToArena(resign=seat_pb2.Resign(seat_id=nobodys)))
    await bot.answer(1, 30, VERSION)
    assert await worker.card(1, seat_id=VERSION) == 30
    await bot.answer(1, 31, VERSION)  # repeated
    await bot.settle()
    await worker.ask(2, seat_id=VERSION)
    await bot.update("turn", VERSION)
    await bot.answer(1, 31, VERSION)  # stale
    await bot.send(seat_pb2.ToArena(pong=seat_pb2.Pong(nonce=77_777)))
    expected = {"early": 1, "foreign": 7, "repeated": 1, "stale": 1, "stray_pong": 1}
    assert await infractions(gateway, tokens, bot) == expected
    assert await infractions(gateway, tokens, bot) == {}
    assert not other.inbox.holds(seat_pb2.Closing)


async def test_answers_and_resignations_after_the_end_are_ignored(
    clients: Clients, gateway: tuple[Gateway, Endpoints], tokens: FewTokens
) -> None:
    bot, worker = await at_table(clients)
    await worker.close(VERSION)
    await bot.update("game_over", VERSION)
    await bot.answer(1, 30, VERSION)
    await bot.settle()  # and its pong says that it read of the end
    await worker.mark(1, VERSION)
    await worker.settle()
    await bot.answer(1, 30, VERSION)
    await bot.send(seat_pb2.ToArena(resign=seat_pb2.Resign(seat_id=VERSION)))
    assert await infractions(gateway, tokens, bot) == {"after_end": 3}


async def test_a_game_is_given_up_once(clients: Clients, gateway: tuple[Gateway, Endpoints], tokens: FewTokens) -> None:
    bot, worker = await at_table(clients)
    for _ in range(2):
        await bot.send(seat_pb2.ToArena(resign=seat_pb2.Resign(seat_id=VERSION)))
    assert (await worker.answered(1, seat_id=VERSION)).WhichOneof("outcome") == "lost"
    assert await infractions(gateway, tokens, bot) == {"repeated": 1}


async def test_a_message_that_grpc_refuses_breaks_the_stream(
    clients: Clients, gateway: tuple[Gateway, Endpoints], tokens: FewTokens
) -> None:
    bot = await clients.seated()
    await bot.send(seat_pb2.ToArena(hello=seat_pb2.Hello(build="b" * 5_000_000)))
    assert (await bot.inbox.end_of_stream())[0] in (grpc.StatusCode.INTERNAL, grpc.StatusCode.RESOURCE_EXHAUSTED)
    await until(lambda: not gateway[0].hub.connected)
    assert await infractions(gateway, tokens) == {"broken": 1}


async def test_an_answer_that_is_too_large_is_passed_on_as_an_empty_one(
    clients: Clients, gateway: tuple[Gateway, Endpoints], tokens: FewTokens
) -> None:
    bot, worker = await at_table(clients)
    cards = cards_pb2.Action(cards=cards_pb2.Cards(cards=[5] * (ACTION_BYTES + 1)))
    answer = seat_pb2.Answer(seat_id=VERSION, number=1, action=cards)
    await bot.send(seat_pb2.ToArena(answers=seat_pb2.Answers(answers=[answer])))
    answered = await worker.answered(1, seat_id=VERSION)
    assert (answered.WhichOneof("outcome"), answered.action) == ("action", b"")
    assert await infractions(gateway, tokens, bot) == {"too_large": 1}


def too_many() -> bytes:
    answers = [seat_pb2.Answer(seat_id=VERSION, number=1, action=card(1))] * (ANSWERS + 1)
    return seat_pb2.ToArena(answers=seat_pb2.Answers(answers=answers)).SerializeToString()


@pytest.mark.parametrize(
    ("message", "infraction"),
    [
        (too_many(), "too_many"),
        (seat_pb2.ToArena(hello=seat_pb2.Hello(build="b" * MESSAGE_BYTES)).SerializeToString(), "too_large"),
        (seat_pb2.ToArena(hello=seat_pb2.Hello(protocol=1)).SerializeToString(), "protocol"),
        (b"\xff\xff", "protocol"),
        (b"", "protocol"),
    ],
)
async def test_a_message_that_is_forbidden_closes_the_stream_and_no_seat(
    clients: Clients, gateway: tuple[Gateway, Endpoints], tokens: FewTokens, message: bytes, infraction: str
) -> None:
    async with grpc.aio.insecure_channel(gateway[1].bots) as channel:
        play: Any = channel.stream_stream("/arena.v1.SeatService/Play", response_deserializer=seat_pb2.ToBot.FromString)
        call = play(metadata=(("authorization", "Bearer token-of-7"),))
        hello = seat_pb2.Hello(protocol=1, instance="instance-1", variants=["spades-4"])
        await call.write(seat_pb2.ToArena(hello=hello).SerializeToString())
        await call.read()
        await clients.worker().open(VERSION, VERSION)
        await call.write(message)
        with suppress(grpc.aio.AioRpcError):
            while await call.read() is not grpc.aio.EOF:
                pass
        assert await call.code() is grpc.StatusCode.INVALID_ARGUMENT
    assert await infractions(gateway, tokens) == {infraction: 1}
    await (await clients.seated()).update("resume", VERSION)


async def test_a_hello_that_is_not_accepted_is_counted_where_it_is_known_whose_it_is(
    clients: Clients, gateway: tuple[Gateway, Endpoints], tokens: FewTokens
) -> None:
    for token in ("token-of-7", "nobody's"):
        bot = clients.bot(token)
        await bot.hello(variants=[])
        await bot.inbox.end_of_stream()
    large = clients.bot()
    await large.hello(build="b" * HELLO_BYTES)
    assert str(HELLO_BYTES) in (await large.inbox.end_of_stream())[1]
    assert await infractions(gateway, tokens) == {"protocol": 1, "too_large": 1}


async def test_streams_that_break_are_counted_and_those_that_end_are_not(
    clients: Clients, gateway: tuple[Gateway, Endpoints], tokens: FewTokens
) -> None:
    bot = await clients.seated()
    bot.pongs = False
    await bot.call.done_writing()
    await bot.inbox.end_of_stream()
    assert await infractions(gateway, tokens) == {}
    bot = await clients.seated()
    await bot.drop()
    counted: Counter[str] = Counter()

    async def is_counted() -> bool:
        counted.update(await infractions(gateway, tokens))
        return bool(counted)

    await until(is_counted)
    assert counted == {"broken": 1}


async def test_a_closed_bot_that_hangs_up_has_not_broken_its_stream(
    clients: Clients, gateway: tuple[Gateway, Endpoints], tokens: FewTokens
) -> None:
    bot = await clients.seated()
    tokens.ended = {7: "revoked"}
    await bot.inbox.take(seat_pb2.Closing)
    await bot.drop()
    await until(lambda: not gateway[0].hub.connected)
    assert await infractions(gateway, tokens) == {}


async def test_a_version_has_so_many_processes_and_no_more(
    clients: Clients, gateway: tuple[Gateway, Endpoints], tokens: FewTokens
) -> None:
    for number in range(INSTANCES):
        await clients.seated(f"instance-{number}", max_seats=1)
    track_caller = clients.bot()
    await track_caller.hello(f"instance-{INSTANCES}")
    code, line = await track_caller.inbox.end_of_stream()
    assert code is grpc.StatusCode.RESOURCE_EXHAUSTED
    assert str(INSTANCES) in line
    await clients.seated("instance-0", max_seats=1)  # one that is there comes back
    await clients.seated("instance-0", token="token-of-8")


async def test_callers_that_say_nothing_keep_nobody_else_out(
    clients: Clients, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(buckets, "STRANGERS", 4)
    bots = [clients.bot("nobody's") for _ in range(3)]  # one too many of one address
    await until(lambda: any(bot.inbox.ended for bot in bots))
    (refused,) = (bot for bot in bots if bot.inbox.ended)
    code, line = await refused.inbox.end_of_stream()
    assert code is grpc.StatusCode.RESOURCE_EXHAUSTED
    assert "dial again" in line
    assert "1 calls of unknown callers were refused" in caplog.text
    for bot in bots:
        if bot is not refused:
            await bot.hello()
            assert (await bot.inbox.end_of_stream())[0] is grpc.StatusCode.UNAUTHENTICATED
    await clients.seated()


@pytest.fixture
def few_dials(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(play, "DIALS_BURST", 3)
    monkeypatch.setattr(play, "DIALS_RATE", 1)


async def test_a_loop_that_dials_without_a_pause_is_sent_away(
    few_dials: None, gateway: tuple[Gateway, Endpoints], clients: Clients, tokens: FewTokens
) -> None:
    bots = [clients.bot() for _ in range(20)]
    for number, bot in enumerate(bots):
        await bot.hello(f"instance-{number}", max_seats=1)
    refused = [bot for bot in bots if not await is_in(bot)]
    assert 0 < len(refused) < len(bots)
    code, line = await refused[0].inbox.end_of_stream()
    assert code is grpc.StatusCode.RESOURCE_EXHAUSTED
    assert "pause longer" in line
    assert (await infractions(gateway, tokens))["redial"] == len(refused)
    await clients.seated(token="token-of-8")


async def is_in(bot: Bot) -> bool:
    await until(lambda: bot.inbox.ended is not None or bot.inbox.holds(seat_pb2.Welcome))
    return bot.inbox.ended is None


async def test_a_bot_that_reads_nothing_disturbs_no_other(
    clients: Clients, gateway: tuple[Gateway, Endpoints], tokens: FewTokens
) -> None:
    async with grpc.aio.insecure_channel(gateway[1].bots) as channel:
        call = SeatServiceStub(channel).Play(metadata=(("authorization", "Bearer token-of-7"),))
        hello = seat_pb2.Hello(protocol=1, instance="instance-1", variants=["spades-4"], max_seats=SEATS)
        await call.write(seat_pb2.ToArena(hello=hello))
        worker = clients.worker()
        for seat_id in range(1000, 1150):  # megabytes of news for it
            await worker.ask_to_open(seat_id, VERSION, events=events_of(*[50] * 2000))
        player, other = await at_table(clients, "token-of-8", OTHER)
        for number in range(1, 20):
            await player.answer(number, 30, OTHER)
            assert await other.card(number, seat_id=OTHER) == 30
            await other.ask(number + 1, seat_id=OTHER)
            await player.update("turn", OTHER)
        call.cancel()


async def flood(bot: Bot, message: seat_pb2.ToArena) -> None:
    """As fast as the arena lets it, until the arena ends it."""
    with suppress(grpc.aio.AioRpcError, asyncio.InvalidStateError, grpc.aio.UsageError):
        while bot.inbox.ended is None:
            await bot.send(message)


async def test_a_flood_is_slowed_then_closed_and_the_other_bots_game_goes_on(
    clients: Clients, gateway: tuple[Gateway, Endpoints], tokens: FewTokens, clock: StandingClock
) -> None:
    flooder, _ = await at_table(clients)
    (instance,) = gateway[0].hub.connected
    stream, began = instance.stream, clock.us
    assert stream
    player, worker = await at_table(clients, "token-of-8", OTHER)
    answers = [seat_pb2.Answer(seat_id=12345, number=1, action=card(1))] * 5
    flooding = asyncio.create_task(flood(flooder, seat_pb2.ToArena(answers=seat_pb2.Answers(answers=answers))))

    def is_slowed() -> bool:
        """It has sent all that it might without being slowed, and more; or was closed for that."""
        might = UNASKED_BURST + UNASKED_RATE * (clock.us - began) / 1e6
        return stream.infractions["foreign"] > might or flooder.inbox.holds(seat_pb2.Closing)

    number = 1
    while not flooder.inbox.holds(seat_pb2.Closing):
        await until(is_slowed)
        clock.run(ROUND_US)
        await player.answer(number, 30, OTHER)
        assert await worker.card(number, seat_id=OTHER) == 30
        number += 1
        await worker.ask(number, seat_id=OTHER)
        await player.update("turn", OTHER)
    closing = await flooder.inbox.take(seat_pb2.Closing)
    assert closing.reason == seat_pb2.CLOSE_REASON_FLOOD
    assert closing.retry_after.seconds
    assert "dial again" in closing.text
    await flooder.inbox.end_of_stream()  # with a status that gRPC loses where the client is in the middle of a write
    await flooding
    counted = await infractions(gateway, tokens)
    assert counted["flood"] == 1
    assert UNASKED_BURST < counted["foreign"] < 2 * UNASKED_BURST
    assert number > UNASKED_PATIENCE * 1e6 / ROUND_US
    early = clients.bot()
    await early.hello("instance-2")
    assert await early.inbox.end_of_stream() == (grpc.StatusCode.RESOURCE_EXHAUSTED, closing.text)
    assert "flood" not in await infractions(gateway, tokens)
    await clients.seated("instance-3", token="token-of-8")


async def test_grpc_refuses_messages_above_its_limit(clients: Clients, gateway: tuple[Gateway, Endpoints]) -> None:
    async with grpc.aio.insecure_channel(gateway[1].bots) as channel:
        call: Any = SeatServiceStub(channel).Play(metadata=(("authorization", "Bearer nobody's"),))
        with suppress(grpc.aio.AioRpcError, asyncio.InvalidStateError):
            await call.write(seat_pb2.ToArena(hello=seat_pb2.Hello(build="b" * RECEIVED_BYTES)))
        assert await call.code() in (grpc.StatusCode.RESOURCE_EXHAUSTED, grpc.StatusCode.INTERNAL)


async def test_a_question_may_be_answered_however_much_nonsense_came_before(
    clients: Clients, gateway: tuple[Gateway, Endpoints], tokens: FewTokens
) -> None:
    bot, worker = await at_table(clients)
    nonsense = [seat_pb2.Answer(seat_id=12345, number=1)] * ANSWERS
    await bot.send(seat_pb2.ToArena(answers=seat_pb2.Answers(answers=nonsense)))
    await bot.answer(1, 30, VERSION)
    assert await worker.card(1, seat_id=VERSION) == 30
    assert (await infractions(gateway, tokens, bot))["foreign"] == ANSWERS


async def test_counts_reach_a_store_that_was_away(
    clients: Clients, gateway: tuple[Gateway, Endpoints], tokens: FewTokens
) -> None:
    bot = await clients.seated()
    tokens.is_away = True
    await bot.answer(1, 30, 12345)
    await bot.settle()
    tokens.is_away = False
    await until(lambda: tokens.infractions == {(VERSION, "foreign"): 1})
