from arena.wire.gen import link_pb2, seat_pb2
from tests.gateway.clients import Clients, card, cards_in


async def test_a_question_reaches_the_bot_and_its_answer_the_worker(clients: Clients) -> None:
    bot, worker = await clients.seated(), clients.worker()
    opened = await worker.open()
    assert (opened.status, opened.known) == (link_pb2.OPEN_STATUS_OPEN, False)
    start = await bot.update("start")
    assert (start.start.variant, start.start.seat) == ("spades-4", 2)
    await worker.ask(1, 3, 4, move_us=5_000_000, bank_us=60_000_000, last_think_us=12, last_net_us=3)
    asked = await bot.update("turn")
    assert cards_in(asked.turn) == [3, 4]
    assert asked.turn.decision.number == 1
    assert 4_000_000 < asked.clock.move_us <= 5_000_000
    assert asked.clock.bank_us == 60_000_000
    assert (asked.clock.last_think_us, asked.clock.last_net_us) == (12, 3)
    await bot.answer(1, 30)
    answered = await worker.answered(1)
    assert answered.action == card(30).SerializeToString()
