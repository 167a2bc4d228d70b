import pytest

from arena.gateway.seats.homes import REHOME_US
from arena.gateway.seats.hub import OPEN_WAIT_US
from arena.gateway.seats.keeping import KEEP_US
from arena.gateway.server import Endpoints, Gateway
from arena.wire.gen import link_pb2, seat_pb2
from tests.gateway.clients import MINUTE, Bot, Clients, Worker, until
from tests.gateway.few_tokens import FewTokens
from tests.gateway.messages import cards_in, events_of
from tests.gateway.standing import StandingClock

SECOND = 1_000_000
GRACE_US = 60 * SECOND
Seated = tuple[Bot, Worker]


@pytest.fixture
async def seat(clients: Clients) -> Seated:
    """A bot that is asked number 2 at seat 1, and was told events 3, 4 and 5; and its worker."""
    bot, worker = await clients.seated(), clients.worker()
    await worker.open()
    await worker.ask(1, 3)
    await bot.update("turn")
    await bot.answer(1, 30)
    await worker.answered(1)
    await worker.ask(2, 4, 5)
    await bot.update("turn")
    return bot, worker


async def back(clients: Clients, instance: str = "instance-1", resumed: int = 1) -> Bot:
    bot = clients.bot()
    await bot.hello(instance)
    assert (await bot.welcome()).resumed == resumed
    return bot


async def check_resumed(bot: Bot, worker: Worker) -> None:
    resume = (await bot.update("resume")).resume
    assert (resume.start.variant, resume.start.seat) == ("spades-4", 2)
    assert cards_in(resume) == [3, 4, 5]
    assert resume.decision.number == 2
    await bot.answer(2, 31)
    assert await worker.card(2) == 31
    await worker.ask(3, 6)
    turn = (await bot.update("turn")).turn
    assert (turn.decision.number, cards_in(turn)) == (3, [6])


@pytest.mark.parametrize("instance", ["instance-1", "instance-2"])  # itself, or a new process of its version
async def test_a_returning_bot_gets_all_events_and_its_open_question(
    clients: Clients, seat: Seated, instance: str
) -> None:
    bot, worker = seat
    await bot.drop()
    other = clients.bot("token-of-8")  # another version takes nothing over
    await other.hello("instance-2")
    assert (await other.welcome()).resumed == 0
    await check_resumed(await back(clients, instance), worker)


async def test_the_clock_runs_while_the_bot_is_away(
    clients: Clients, seat: Seated, gateway: tuple[Gateway, Endpoints], clock: StandingClock
) -> None:
    bot, worker = seat
    for seconds in (10, 20):
        await bot.drop()
        clock.run(10 * SECOND)
        bot = await back(clients)
        control = (await bot.update("resume")).clock
        assert (control.move_us, control.bank_us) == (MINUTE - seconds * SECOND, MINUTE)
    assert not worker.inbox.holds(link_pb2.Answered)


async def test_a_resume_has_questions_asked_while_the_bot_was_away(clients: Clients) -> None:
    bot, worker = await clients.seated(), clients.worker()
    await worker.open()
    await bot.drop()
    await worker.tell(3)
    await worker.ask(1, 4)
    await worker.settle()
    resume = (await (await back(clients)).update("resume")).resume
    assert (cards_in(resume), resume.decision.number) == ([3, 4], 1)


async def test_a_second_stream_of_an_instance_replaces_the_first(clients: Clients, seat: Seated) -> None:
    bot, worker = seat
    again = await back(clients)
    closing = await bot.inbox.take(seat_pb2.Closing)
    assert closing.reason == seat_pb2.CLOSE_REASON_REPLACED
    assert not closing.HasField("retry_after")
    assert (await bot.inbox.end_of_stream())[0].name == "OK"
    await check_resumed(again, worker)


async def test_the_process_that_lost_its_seats_to_another_has_no_say_in_them(clients: Clients, seat: Seated) -> None:
    bot, worker = seat
    await bot.drop()
    heir = await back(clients, "instance-2")
    await heir.update("resume")
    first = await back(clients, "instance-1", resumed=0)
    await first.answer(2, 40)
    await first.send(seat_pb2.ToArena(resign=seat_pb2.Resign(seat_id=1)))
    await first.settle()
    await heir.answer(2, 31)
    assert await worker.card(2) == 31


async def test_a_new_process_takes_no_more_than_it_has_room_for(clients: Clients) -> None:
    bot, worker = await clients.seated(), clients.worker()
    for seat_id in (1, 2, 3):
        await worker.open(seat_id)
    await bot.drop()
    heir = clients.bot()
    await heir.hello("instance-2", max_seats=2)
    assert (await heir.welcome()).resumed == 2
    assert (await back(clients, resumed=1)).inbox


async def test_seats_of_a_process_that_stays_away_go_to_one_that_is_there(
    clients: Clients, seat: Seated, gateway: tuple[Gateway, Endpoints], clock: StandingClock
) -> None:
    bot, worker = seat
    other = await clients.seated("instance-2")
    await bot.drop()
    clock.run(REHOME_US)
    gateway[0].hub.tend()
    assert not other.heard("resume")
    clock.run(1)
    await check_resumed(other, worker)


async def test_after_the_grace_the_seat_is_lost(
    clients: Clients, seat: Seated, gateway: tuple[Gateway, Endpoints], clock: StandingClock
) -> None:
    bot, worker = seat
    await bot.drop()
    clock.run(GRACE_US)
    gateway[0].hub.tend()
    assert gateway[0].hub.seats[1].lost is None
    clock.run(1)
    assert (await worker.answered(2)).lost.reason == link_pb2.LOST_REASON_DISCONNECTED
    await worker.ask(3, 6)
    assert (await worker.answered(3)).lost.reason == link_pb2.LOST_REASON_DISCONNECTED
    again = await back(clients, resumed=0)
    await worker.ask(4, 7)
    assert (await worker.answered(4)).lost.reason == link_pb2.LOST_REASON_DISCONNECTED
    await worker.close(rank=4)
    assert cards_in((await again.update("resume")).resume) == [3, 4, 5, 6, 7]
    assert (await again.update("game_over")).game_over.rank == 4


@pytest.mark.parametrize("instance", ["instance-1", "instance-2"])
async def test_game_over_waits_for_the_bot_or_another_process_of_its_version(
    clients: Clients, seat: Seated, instance: str
) -> None:
    bot, worker = seat
    await bot.drop()
    await worker.close(rank=3)
    await worker.settle()
    again = await back(clients, instance, resumed=0)
    assert cards_in((await again.update("resume")).resume) == [3, 4, 5]
    assert (await again.update("game_over")).game_over.rank == 3


async def test_a_game_over_that_was_read_is_not_repeated(
    clients: Clients, seat: Seated, gateway: tuple[Gateway, Endpoints]
) -> None:
    bot, worker = seat
    await worker.close()
    await bot.update("game_over")
    gateway[0].hub.beat()
    await bot.settle()
    await bot.settle()
    await worker.mark(2)
    await worker.open(9)
    await bot.update("start", 9)
    assert 1 not in gateway[0].hub.seats
    await bot.drop()
    again = await back(clients)
    await again.update("resume", 9)
    assert not again.heard("game_over")


async def test_a_rejection_is_repeated_and_its_answer_is_counted_once(clients: Clients, seat: Seated) -> None:
    bot, worker = seat
    await bot.answer(2, 31)
    await worker.answered(2)
    await bot.drop()
    await worker.ask(2, attempt=1)
    await worker.settle()
    again = await back(clients)
    assert (await again.update("resume")).resume.decision.number == 2
    assert (await again.update("rejected")).rejected.number == 2
    await again.answer(2, 31)  # as a bot does that had answered before the break
    await again.answer(2, 32)
    assert await worker.card(2, attempt=1) == 32


async def test_a_gateway_that_knows_nothing_resumes_a_running_game(clients: Clients) -> None:
    worker = clients.worker()
    await worker.ask_to_open(events=events_of(3, 4))
    await worker.ask(2, 5)
    bot = await clients.seated()
    opened = await worker.opened()
    assert (opened.status, opened.known) == (link_pb2.OPEN_STATUS_OPEN, False)
    await check_resumed(bot, worker)


async def test_a_running_game_waits_for_its_bot_as_long_as_the_grace(clients: Clients, clock: StandingClock) -> None:
    worker = clients.worker()
    await worker.ask_to_open(events=events_of(3))
    await worker.settle()
    clock.run(OPEN_WAIT_US + 1)
    opened = await worker.opened()
    assert (opened.status, opened.wait_us) == (link_pb2.OPEN_STATUS_NO_INSTANCE, GRACE_US)


async def test_a_seat_that_was_given_up_is_not_known_to_a_worker_that_comes_after_all(
    clients: Clients, seat: Seated, gateway: tuple[Gateway, Endpoints], clock: StandingClock
) -> None:
    bot, worker = seat
    await bot.answer(2, 31)
    await worker.answered(2)
    other = clients.worker(lease_number=2)
    assert (await other.open(events=events_of(3, 4))).known
    await other.drop()
    left = gateway[0].hub.seats[1]
    await until(lambda: left.link is None)
    clock.run(KEEP_US + 1)
    assert (await bot.update("game_over")).game_over.ended == "void"
    assert not (await clients.worker(lease_number=3).open(events=events_of(3, 4))).known


async def test_a_gateway_that_stops_sends_its_bots_away(
    clients: Clients, gateway: tuple[Gateway, Endpoints], tokens: FewTokens
) -> None:
    bot = await clients.seated()
    gateway[0].hub.drain()
    closing = await bot.inbox.take(seat_pb2.Closing)
    assert closing.reason == seat_pb2.CLOSE_REASON_DRAINING
    assert closing.retry_after.seconds == 1
    assert (await bot.inbox.end_of_stream())[0].name == "OK"
    late = clients.bot()
    await late.hello("instance-2")
    assert (await late.inbox.end_of_stream())[0].name == "UNAVAILABLE"
