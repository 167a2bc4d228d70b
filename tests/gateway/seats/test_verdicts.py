"""What is held against a bot reaches it before anything else does; answers its kit gave are counted."""

from collections import Counter

import grpc
import pytest

from arena.gateway.server import Endpoints, Gateway
from arena.wire.actions import action_to_bytes
from arena.wire.columns.frame import write_actions
from arena.wire.gen import cards_pb2, link_pb2, seat_pb2
from tests.gateway.clients import Bot, Clients, Worker
from tests.gateway.few_tokens import FewTokens
from tests.gateway.messages import card


def judged(seat_id: int, number: int, lease_number: int = 1) -> link_pb2.Judged:
    kind = seat_pb2.INFRACTION_KIND_TIMEOUT
    verdict = seat_pb2.Verdict(seat_id=seat_id, number=number, infraction=kind, hand=2, decision=9)
    verdict.played.CopyFrom(cards_pb2.Action.FromString(action_to_bytes(cards_pb2.KIND_PLAY, 30)))
    return link_pb2.Judged(seat_id=seat_id, lease_number=lease_number, verdict=verdict.SerializeToString())


async def replaced(gateway: tuple[Gateway, Endpoints], tokens: FewTokens, bot: Bot) -> int:
    await bot.settle()
    counts, tokens.infractions = tokens.infractions + gateway[0].hub.take_infractions(), Counter()
    assert {infraction for _, infraction in counts} <= {"replaced"}
    return counts[7, "replaced"]


async def seated(clients: Clients, columnar: int = 0) -> tuple[Bot, Worker]:
    bot, worker = await clients.seated(columnar=columnar), clients.worker()
    await worker.open(1)
    await bot.update("start")
    return bot, worker


async def test_a_verdict_comes_before_the_next_question(clients: Clients) -> None:
    bot, worker = await seated(clients)
    await worker.send(link_pb2.ToGateway(judged=[judged(1, 3), judged(1, 4)]))
    await worker.ask(5)
    verdicts = await bot.inbox.take(seat_pb2.Verdicts)
    assert [verdict.number for verdict in verdicts.verdicts] == [3, 4]
    first = verdicts.verdicts[0]
    assert (first.seat_id, first.hand, first.decision, first.played.play) == (1, 2, 9, 30)
    await bot.update("turn")


async def test_a_verdict_of_another_seat_or_worker_goes_nowhere(clients: Clients) -> None:
    bot, worker = await seated(clients)
    await worker.send(link_pb2.ToGateway(judged=[judged(2, 3), judged(1, 4, lease_number=9)]))
    await worker.ask(5)
    await bot.update("turn")
    assert not bot.inbox.holds(seat_pb2.Verdicts)


async def test_a_columnar_bot_hears_of_verdicts_too(clients: Clients) -> None:
    bot, worker = await seated(clients, columnar=1)
    await worker.send(link_pb2.ToGateway(judged=[judged(1, 3)]))
    assert (await bot.inbox.take(seat_pb2.Verdicts)).verdicts[0].number == 3


async def test_an_invalid_verdict_ends_the_link(clients: Clients) -> None:
    bot, worker = await seated(clients)
    await worker.send(link_pb2.ToGateway(judged=[link_pb2.Judged(seat_id=1, lease_number=1, verdict=b"\xff")]))
    await worker.inbox.end_of_stream()
    assert not bot.inbox.holds(seat_pb2.Verdicts)


async def test_an_answer_of_the_kit_is_played_and_counted_once(
    clients: Clients, gateway: tuple[Gateway, Endpoints], tokens: FewTokens
) -> None:
    bot, worker = await seated(clients)
    await worker.ask(1)
    await bot.update("turn")
    answer = seat_pb2.Answer(seat_id=1, number=1, action=card(30), replaced=True)
    await bot.send(seat_pb2.ToArena(answers=seat_pb2.Answers(answers=[answer])))
    assert await worker.card(1) == 30
    await worker.ask(2)
    await bot.update("turn")
    await bot.answer(2, 31)
    assert await worker.card(2) == 31
    assert await replaced(gateway, tokens, bot) == 1


async def test_rows_that_a_kit_answered_are_counted(
    clients: Clients, gateway: tuple[Gateway, Endpoints], tokens: FewTokens
) -> None:
    bot, worker = await clients.seated(columnar=1), clients.worker()
    instance = await worker.open_columnar(1)
    await worker.open_columnar(2)
    await worker.ask_columns(instance, 77, (1, 1), (2, 1))
    await bot.columns()
    answers = seat_pb2.ColumnAnswers(batch=77, actions=write_actions([5, 6]), replaced=[1])
    await bot.send(seat_pb2.ToArena(column_answers=answers))
    await worker.columns_answered(77)
    assert await replaced(gateway, tokens, bot) == 1


@pytest.mark.parametrize("rows", [[0, 1], [1], [0, 0], [2**32 - 1]])
async def test_replaced_rows_that_are_not_there_or_twice_close_the_stream(clients: Clients, rows: list[int]) -> None:
    bot, worker = await clients.seated(columnar=1), clients.worker()
    await worker.ask_columns(await worker.open_columnar(1), 77, (1, 1))
    await bot.columns()
    answers = seat_pb2.ColumnAnswers(batch=77, actions=write_actions([5]), replaced=rows)
    await bot.send(seat_pb2.ToArena(column_answers=answers))
    code, line = await bot.inbox.end_of_stream()
    assert code is grpc.StatusCode.INVALID_ARGUMENT
    assert "replaced rows: one is listed twice or too high; list rows below 1" in line
