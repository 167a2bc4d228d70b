import pytest

from arena.gateway.seats.clock import CAP_US
from arena.gateway.seats.hub import OPEN_WAIT_US
from arena.gateway.seats.timekeeper import GRAIN_US
from arena.wire.gen import link_pb2, seat_pb2
from tests.gateway.clients import MINUTE, Bot, Clients, Worker
from tests.gateway.messages import card, cards_in, events_of
from tests.gateway.standing import StandingClock

THINK_US = 200_000
Seated = tuple[Bot, Worker]


@pytest.fixture
async def seat(clients: Clients) -> Seated:
    """A bot in seat 1 and the worker that has it."""
    bot, worker = await clients.seated(), clients.worker()
    await worker.open()
    await bot.update("start")
    return bot, worker


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
    assert 0 < asked.clock.move_us <= 5_000_000
    assert asked.clock.bank_us == 60_000_000
    assert (asked.clock.last_think_us, asked.clock.last_net_us) == (12, 3)
    await bot.answer(1, 30)
    assert (await worker.answered(1)).action == card(30).SerializeToString()


async def test_an_empty_answer_is_passed_on(seat: Seated) -> None:
    bot, worker = seat
    await worker.ask(1)
    await bot.update("turn")
    await bot.send(seat_pb2.ToArena(answers=seat_pb2.Answers(answers=[seat_pb2.Answer(seat_id=1, number=1)])))
    answered = await worker.answered(1)
    assert answered.WhichOneof("outcome") == "action"
    assert answered.action == b""


async def test_answers_come_in_any_order_and_many_in_one_message(clients: Clients) -> None:
    bot, worker = await clients.seated(), clients.worker()
    for seat_id in (1, 2, 3):
        await worker.open(seat_id)
        await worker.ask(1, seat_id=seat_id)
        await bot.update("turn", seat_id)
    answers = [seat_pb2.Answer(seat_id=seat_id, number=1, action=card(seat_id)) for seat_id in (3, 1, 2)]
    await bot.send(seat_pb2.ToArena(answers=seat_pb2.Answers(answers=answers)))
    assert [await worker.card(1, seat_id=seat_id) for seat_id in (1, 2, 3)] == [1, 2, 3]


async def test_a_new_worker_gets_a_known_answer_without_asking_the_bot_again(clients: Clients, seat: Seated) -> None:
    bot, first = seat
    await first.ask(1, 3)
    await bot.update("turn")
    await bot.answer(1, 30)
    await first.answered(1)
    await first.drop()
    second = clients.worker(lease_number=2)
    opened = await second.open()
    assert (opened.status, opened.known) == (link_pb2.OPEN_STATUS_OPEN, True)
    await second.ask(1, 3)
    assert await second.card(1) == 30
    await second.ask(2, 4)
    asked = await bot.update("turn")
    assert (asked.turn.decision.number, cards_in(asked.turn)) == (2, [4])


async def test_an_answer_that_came_while_no_worker_was_there_is_kept(clients: Clients, seat: Seated) -> None:
    bot, first = seat
    await first.ask(1)
    await bot.update("turn")
    await first.drop()
    await bot.answer(1, 30)
    await bot.settle()
    second = clients.worker(lease_number=2)
    await second.open()
    await second.ask(1)
    assert await second.card(1) == 30


async def test_a_new_worker_attaches_to_the_open_question(clients: Clients, seat: Seated) -> None:
    bot, first = seat
    await first.ask(1, 3)
    await bot.update("turn")
    second = clients.worker(lease_number=2)
    await second.open()
    await second.ask(1, 3)
    await bot.settle()
    assert not bot.heard("turn")
    assert not bot.heard("resume")
    await bot.answer(1, 30)
    assert await second.card(1) == 30


async def test_events_that_a_new_worker_repeats_reach_the_bot_once(clients: Clients, seat: Seated) -> None:
    bot, first = seat
    await first.ask(1, 3)
    await bot.update("turn")
    await bot.answer(1, 30)
    await first.answered(1)
    await first.tell(4, 5)
    assert cards_in((await bot.update("turn")).turn) == [4, 5]
    second = clients.worker(lease_number=2)
    await second.open()
    await second.ask(1, 3)
    await second.card(1)
    await second.tell(4, 5)
    await second.ask(2, 6)
    asked = await bot.update("turn")
    assert (asked.turn.decision.number, cards_in(asked.turn)) == (2, [6])


async def test_events_that_a_bot_missed_come_with_its_next_question(clients: Clients, seat: Seated) -> None:
    bot, _ = seat
    second = clients.worker(lease_number=2)
    await second.open(events=events_of(3, 4))
    await second.ask(1, 5)
    assert cards_in((await bot.update("turn")).turn) == [3, 4, 5]


async def test_lower_tokens_are_fenced(clients: Clients, seat: Seated) -> None:
    bot, old = seat
    new = clients.worker(lease_number=2)
    await new.open()
    assert (await old.open()).status == link_pb2.OPEN_STATUS_FENCED
    await old.ask(1)
    assert (await old.opened()).status == link_pb2.OPEN_STATUS_CLOSED
    await old.close()
    await old.mark(9)
    await new.ask(1)
    await bot.update("turn")
    await bot.answer(1, 30)
    assert await new.card(1) == 30
    assert not bot.heard("game_over")


async def test_a_fenced_worker_s_mark_lets_nothing_be_forgotten(clients: Clients, seat: Seated) -> None:
    bot, old = seat
    new = clients.worker(lease_number=2)
    await new.open()
    await new.ask(1)
    await bot.update("turn")
    await bot.answer(1, 30)
    assert await new.card(1) == 30
    await old.mark(1)
    await old.settle()
    await new.ask(1)
    await new.settle()
    assert new.inbox.holds(link_pb2.Answered)  # by what is kept: the bot is not asked again


async def test_a_question_to_a_seat_that_is_not_open_is_refused(clients: Clients) -> None:
    worker = clients.worker()
    await worker.ask(1, seat_id=5)
    opened = await worker.opened(5)
    assert (opened.status, opened.lease_number) == (link_pb2.OPEN_STATUS_CLOSED, worker.lease_number)
    assert not opened.known


async def test_marked_answers_are_forgotten_and_later_ones_kept(seat: Seated) -> None:
    bot, worker = seat
    for number in (1, 2):
        await worker.ask(number)
        await bot.update("turn")
        await bot.answer(number, 30 + number)
        await worker.answered(number)
    await worker.mark(1)
    await worker.ask(2)
    assert await worker.card(2) == 32
    await worker.ask(1)
    assert (await bot.update("turn")).turn.decision.number == 1


async def test_a_rejected_answer_may_be_corrected_in_what_is_left_of_its_time(
    seat: Seated, clock: StandingClock
) -> None:
    bot, worker = seat
    await worker.ask(1)
    assert (await bot.update("turn")).clock.move_us == MINUTE
    clock.run(THINK_US)
    await bot.answer(1, 30)
    await worker.answered(1)
    await worker.ask(1, attempt=1)
    rejected = await bot.update("rejected")
    assert (rejected.rejected.number, rejected.rejected.left) == (1, 2)
    assert rejected.clock.move_us == MINUTE - THINK_US
    await bot.answer(1, 31)
    assert await worker.card(1, attempt=1) == 31
    await worker.ask(1)
    assert await worker.card(1, attempt=0) == 30


async def test_charged_time_runs_over_all_attempts(seat: Seated, clock: StandingClock) -> None:
    bot, worker = seat
    await worker.ask(1)
    await bot.update("turn")
    clock.run(THINK_US)
    await bot.answer(1, 30)
    first = await worker.answered(1)
    clock.run(THINK_US)  # the worker's time
    await worker.ask(1, attempt=1)
    await bot.update("rejected")
    clock.run(THINK_US)
    await bot.answer(1, 31)
    second = await worker.answered(1, attempt=1)
    assert [each.think_us + each.net_us for each in (first, second)] == [THINK_US, 2 * THINK_US]


async def test_time_runs_out_with_evidence(seat: Seated, clock: StandingClock) -> None:
    bot, worker = seat
    await worker.ask(1, move_us=10_000, bank_us=20_000)
    await bot.update("turn")
    time_up = 30_000 + CAP_US + GRAIN_US + 1  # the whole cap is given
    clock.run(time_up)
    answered = await worker.answered(1)
    evidence = answered.timed_out
    assert answered.WhichOneof("outcome") == "timed_out"
    assert evidence.elapsed_us == time_up
    assert evidence.connected
    await bot.answer(1, 30)
    await worker.ask(1)
    assert (await worker.answered(1)).WhichOneof("outcome") == "timed_out"


async def test_a_bot_gives_a_game_up(seat: Seated) -> None:
    bot, worker = seat
    await worker.ask(1)
    await bot.update("turn")
    await bot.send(seat_pb2.ToArena(resign=seat_pb2.Resign(seat_id=1)))
    assert (await worker.answered(1)).lost.reason == link_pb2.LOST_REASON_RESIGNED
    await worker.ask(2, 3)
    assert (await worker.answered(2)).lost.reason == link_pb2.LOST_REASON_RESIGNED
    await worker.close()
    assert cards_in((await bot.update("resume")).resume) == [3]
    assert (await bot.update("game_over")).game_over.rank == 1


async def test_a_new_game_waits_a_little_for_its_bot(clients: Clients, clock: StandingClock) -> None:
    worker = clients.worker()
    await worker.ask_to_open(1)
    await worker.ask_to_open(2, version_id=8)
    await worker.settle()
    clock.run(OPEN_WAIT_US)
    bot = await clients.seated()
    assert (await worker.opened(1)).status == link_pb2.OPEN_STATUS_OPEN
    await bot.update("start", 1)
    clock.run(1)
    assert (await worker.opened(2)).status == link_pb2.OPEN_STATUS_NO_INSTANCE
    assert not bot.heard("start", 2)


async def test_a_seat_that_comes_free_is_taken_by_who_waits(clients: Clients) -> None:
    bot, worker = await clients.seated(max_seats=1), clients.worker()
    await worker.open(1)
    await worker.ask_to_open(2)
    await worker.close(1)
    assert (await worker.opened(2)).status == link_pb2.OPEN_STATUS_OPEN
    await bot.update("start", 2)


async def test_games_go_to_the_least_busy_instance_that_plays_the_variant(clients: Clients) -> None:
    bots = [await clients.seated(f"instance-{number}") for number in range(2)]
    stranger = clients.bot()
    await stranger.hello("instance-2", variants=["pinochle-cutthroat"])
    worker = clients.worker()
    for seat_id in range(1, 5):
        await worker.open(seat_id)
    for bot in bots:
        await bot.settle()
    assert [sum(bot.heard("start", seat_id) for seat_id in range(1, 5)) for bot in (*bots, stranger)] == [2, 2, 0]


async def test_the_game_over_ends_the_seat(seat: Seated) -> None:
    bot, worker = seat
    await worker.ask(1, 3)
    await bot.update("turn")
    await bot.answer(1, 30)
    await worker.answered(1)
    await worker.close(rank=2)
    over = await bot.update("game_over")
    assert (over.game_over.rank, over.game_over.score, over.game_over.ended) == (2, 310, "hands")
    assert not bot.heard("resume")


async def test_a_new_worker_can_play_the_end_of_a_game_again(clients: Clients, seat: Seated) -> None:
    bot, first = seat
    await first.ask(1, 3)
    await bot.update("turn")
    await bot.answer(1, 30)
    await first.answered(1)
    await first.close()
    await bot.update("game_over")
    await first.drop()
    second = clients.worker(lease_number=2)
    assert (await second.open()).known
    await second.ask(1, 3)
    assert await second.card(1) == 30


async def test_only_workers_with_the_secret_get_in(clients: Clients) -> None:
    assert "ARENA_LINK_SECRET" in await clients.worker(secret="another").inbox.end_of_stream()
