"""The gateway passes on, times, returns and keeps columnar batches whose rows it never reads."""

from typing import Any

import grpc
import pytest

from arena.gateway.seats.clock import CAP_US
from arena.gateway.seats.timekeeper import GRAIN_US
from arena.gateway.server import Endpoints, Gateway
from arena.wire import framed
from arena.wire.columns.frame import read_actions
from arena.wire.gen import link_pb2, seat_pb2
from tests.gateway.clients import MINUTE, Bot, Clients, Worker, until
from tests.gateway.messages import columns_of
from tests.gateway.standing import StandingClock

Status = grpc.StatusCode
Seated = tuple[Bot, Worker, int]


async def seated(clients: Clients, instance: str = "instance-1") -> Bot:
    return await clients.seated(instance, columnar=1)


@pytest.fixture
async def seat(clients: Clients) -> Seated:
    """A columnar bot, a worker that has opened seat 1 for it, and the handle of its process."""
    bot, worker = await seated(clients), clients.worker()
    return bot, worker, await worker.open_columnar(1)


async def codes(worker: Worker, batch: int, rows: int) -> list[int]:
    """The actions that were answered to *batch*."""
    answered = await worker.columns_answered(batch)
    assert answered.WhichOneof("outcome") == "actions", answered
    return read_actions(answered.actions, rows)


def kept_actions(opened: link_pb2.SeatOpened) -> dict[int, int]:
    """The actions that are kept of a seat, by number."""
    return {answered.number: answered.code for answered in opened.kept}


async def test_a_batch_goes_to_the_instance_of_its_seats_and_its_answer_back(seat: Seated) -> None:
    bot, worker, instance = seat
    assert await worker.open_columnar(2) == instance
    await bot.update("start", 1)
    await worker.ask_columns(instance, 77, (1, 1), (2, 1))
    asked = await bot.columns()
    assert (asked.batch, asked.data) == (77, columns_of((1, 1), (2, 1)))
    await bot.answer_columns(77, 5, 2**62)
    assert await codes(worker, 77, 2) == [5, 2**62]


async def test_a_row_instance_has_no_handle(clients: Clients) -> None:
    await clients.seated()
    worker = clients.worker()
    assert not (await worker.open(1)).instance
    await worker.ask_columns(1234, 77, (1, 1))
    assert (await worker.columns_answered(77)).moved


async def test_a_bot_has_two_batches_and_the_others_wait(seat: Seated) -> None:
    bot, worker, instance = seat
    for batch in (1, 2, 3):
        await worker.ask_columns(instance, batch, (1, batch))
    assert {(await bot.columns()).batch for _ in range(2)} == {1, 2}
    await bot.settle()
    assert not bot.inbox.holds(seat_pb2.Columns)
    await bot.answer_columns(2, 9)
    assert await codes(worker, 2, 1) == [9]
    assert (await bot.columns()).batch == 3


async def test_each_worker_hears_which_of_its_batches_the_bot_has_or_has_before_it(
    clients: Clients, clock: StandingClock, gateway: tuple[Gateway, Endpoints], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(framed, "BEAT", 0.1)
    bot, workers = await seated(clients), [clients.worker(), clients.worker()]
    instance = await workers[0].open_columnar(1)
    assert await workers[1].open_columnar(2) == instance
    for seat, worker in enumerate(workers, 1):
        for batch in (10 * seat, 10 * seat + 1):
            await worker.ask_columns(instance, batch, (seat, batch))
    await until(lambda: [worker.under_way for worker in workers] == [[10, 11], [20, 21]])
    shown = [(await bot.columns()).batch for _ in range(2)]
    await bot.answer_columns(shown[0], 9)
    left = {10, 11, 20, 21} - {shown[0]}
    await until(lambda: {*workers[0].under_way, *workers[1].under_way} == left)
    clock.run(MINUTE + CAP_US + GRAIN_US + 1)  # time is up, and no timer has looked
    hub = gateway[0].hub
    assert not any(hub.batches.under_way(link) for link in hub._links)


async def test_answers_to_what_is_not_open_are_stale(gateway: tuple[Gateway, Endpoints], seat: Seated) -> None:
    bot, worker, instance = seat
    await worker.ask_columns(instance, 1, (1, 1))
    await bot.columns()
    for batch in (1, 1, 2):
        await bot.answer_columns(batch, 9)
    assert await codes(worker, 1, 1) == [9]
    await bot.settle()
    (connected,) = gateway[0].hub.connected
    assert connected.stream
    assert connected.stream.infractions["stale"] == 2


async def test_too_few_actions_close_the_stream(seat: Seated) -> None:
    bot, worker, instance = seat
    await worker.ask_columns(instance, 1, (1, 1), (2, 1))
    await bot.columns()
    await bot.answer_columns(1, 9)
    code, line = await bot.inbox.end_of_stream()
    assert code is Status.INVALID_ARGUMENT
    assert "8 bytes of actions; give 8 for each of its 2 rows" in line


@pytest.mark.parametrize(("columnar", "said"), [(0, "columnar"), (2, "columnar 2")])
async def test_columns_are_for_those_who_asked_for_a_known_format(clients: Clients, columnar: int, said: str) -> None:
    bot = clients.bot()
    await bot.hello(columnar=columnar)
    if not columnar:
        await bot.welcome()
        await bot.answer_columns(1, 9)
    code, line = await bot.inbox.end_of_stream()
    assert code is Status.INVALID_ARGUMENT
    assert said in line


async def test_an_instance_with_seats_stays_what_it_was(clients: Clients, seat: Seated) -> None:
    bot, *_ = seat
    await bot.drop()
    bot = clients.bot()
    await bot.hello()
    assert (await bot.inbox.end_of_stream())[0] is Status.INVALID_ARGUMENT


async def test_time_is_up_when_the_row_that_has_most_has_none(seat: Seated, clock: StandingClock) -> None:
    bot, worker, instance = seat
    await worker.ask_columns(instance, 1, (1, 1), limit_us=1000)
    await bot.columns()
    time_up = 1000 + CAP_US + GRAIN_US + 1
    clock.run(time_up)
    answered = await worker.columns_answered(1)
    assert answered.timed_out.elapsed_us == time_up
    assert answered.timed_out.connected
    await bot.answer_columns(1, 9)
    await worker.ask_columns(instance, 2, (1, 2))
    await bot.answer_columns((await bot.columns()).batch, 8)
    assert await codes(worker, 2, 1) == [8]


async def test_a_stream_that_is_back_gets_its_seats_and_the_open_batches_again(clients: Clients, seat: Seated) -> None:
    bot, worker, instance = seat
    await worker.ask_columns(instance, 1, (1, 1))
    await bot.columns()
    await bot.drop()
    await worker.ask_columns(instance, 2, (1, 2))
    bot = await seated(clients)
    resume = (await bot.update("resume")).resume
    assert (resume.start.seat, len(resume.events), resume.HasField("decision")) == (2, 0, False)
    assert [(await bot.columns()).batch for _ in range(2)] == [1, 2]
    await bot.answer_columns(1, 7)
    assert await codes(worker, 1, 1) == [7]


async def test_seats_that_move_give_their_batches_back(
    gateway: tuple[Gateway, Endpoints], clients: Clients, seat: Seated, clock: StandingClock
) -> None:
    bot, worker, instance = seat
    await worker.ask_columns(instance, 1, (1, 1))
    await bot.columns()
    clock.run(1000)
    await bot.drop()
    await clients.seated("a-row-instance")  # is no home for a columnar seat
    other = await seated(clients, "instance-2")
    answered = await worker.columns_answered(1)
    assert answered.moved
    assert answered.think_us + answered.net_us == 1000  # what it had of its time
    await worker.ask_columns(instance, 2, (1, 1))
    assert (await worker.columns_answered(2)).moved
    moved = await worker.open_columnar(1)
    assert moved != instance
    await worker.ask_columns(moved, 3, (1, 1))
    assert (await other.columns()).batch == 3


@pytest.mark.parametrize("grace", [0.2])
async def test_after_the_grace_the_seat_is_lost(
    gateway: tuple[Gateway, Endpoints], seat: Seated, clock: StandingClock
) -> None:
    bot, worker, instance = seat
    await worker.ask_columns(instance, 1, (1, 1))
    await bot.columns()
    await bot.drop()
    await until(lambda: not gateway[0].hub.connected)
    clock.run(200_001)
    assert (await worker.opened(1)).lost.reason == link_pb2.LOST_REASON_DISCONNECTED
    assert (await worker.columns_answered(1)).moved
    assert (await worker.open(1)).lost.reason == link_pb2.LOST_REASON_DISCONNECTED


async def test_a_seat_that_is_given_up_is_said_to_be_lost_and_its_batch_goes_on(seat: Seated) -> None:
    bot, worker, instance = seat
    await worker.ask_columns(instance, 1, (1, 1), (2, 1))
    await bot.columns()
    await bot.send(seat_pb2.ToArena(resign=seat_pb2.Resign(seat_id=1)))
    assert (await worker.opened(1)).lost.reason == link_pb2.LOST_REASON_RESIGNED
    await bot.answer_columns(1, 7, 8)
    assert await codes(worker, 1, 2) == [7, 8]


async def test_answers_that_a_dead_worker_did_not_mark_go_to_the_next(clients: Clients, seat: Seated) -> None:
    bot, worker, instance = seat
    await worker.open_columnar(2)
    for batch in (1, 2, 3):
        await worker.ask_columns(instance, batch, (1, batch), (2, batch))
        await bot.answer_columns((await bot.columns()).batch, 10 + batch, 20 + batch)
        await worker.columns_answered(batch)
    await worker.mark_columns(1)
    await worker.settle()
    await worker.drop()
    heir = clients.worker(lease_number=2)
    first, second = await heir.open(1), await heir.open(2)
    assert first.known
    assert kept_actions(first) == {2: 12, 3: 13}
    assert kept_actions(second) == {2: 22, 3: 23}
    await heir.mark(2, seat_id=1)
    await heir.settle()
    await heir.drop()
    assert kept_actions(await clients.worker(lease_number=3).open(1)) == {3: 13}


async def test_an_answer_to_what_was_asked_by_a_worker_that_died_is_no_infraction(
    gateway: tuple[Gateway, Endpoints], clients: Clients, seat: Seated
) -> None:
    bot, worker, instance = seat
    await worker.ask_columns(instance, 1, (1, 1))
    await bot.columns()
    await worker.drop()
    await clients.worker(lease_number=2).open(1)
    for _ in range(2):
        await bot.answer_columns(1, 7)
    await bot.settle()
    (connected,) = gateway[0].hub.connected
    assert connected.stream
    assert connected.stream.infractions["stale"] == 1  # said twice


async def test_a_game_that_is_played_to_its_end_again_is_resumed_first(clients: Clients, seat: Seated) -> None:
    bot, worker, _ = seat
    await bot.update("start")
    await worker.close(1)
    await bot.update("game_over")
    heir = clients.worker(lease_number=2)
    opened = await heir.open(1)
    await bot.update("resume")
    await heir.ask_columns(opened.instance, 2, (1, 1))
    assert (await bot.columns()).batch == 2


async def test_an_instance_that_asks_for_rows_after_columns_leaves_no_tray_behind(
    gateway: tuple[Gateway, Endpoints], clients: Clients, seat: Seated
) -> None:
    bot, worker, _ = seat
    await worker.close(1)
    await bot.update("game_over")
    await bot.drop()
    await clients.seated()
    assert not gateway[0].hub.batches._slots


async def test_a_batch_that_was_open_when_its_worker_died_is_dropped(clients: Clients, seat: Seated) -> None:
    bot, worker, instance = seat
    await worker.ask_columns(instance, 1, (1, 1))
    await bot.columns()
    await worker.drop()
    heir = clients.worker(lease_number=2)
    opened = await heir.open(1)
    await bot.answer_columns(1, 7)
    await heir.ask_columns(opened.instance, 2, (1, 1))
    assert not opened.kept
    assert (await bot.columns()).batch == 2
    await bot.answer_columns(2, 8)
    assert await codes(heir, 2, 1) == [8]


async def test_a_worker_whose_seat_another_has_is_fenced_and_the_rest_of_its_batch_comes_back(clients: Clients) -> None:
    bot, worker, heir = await seated(clients), clients.worker(), clients.worker(lease_number=2)
    instance = await worker.open_columnar(1)
    await worker.open_columnar(2)
    await worker.ask_columns(instance, 1, (1, 1), (2, 1))
    await bot.answer_columns((await bot.columns()).batch, 7, 8)
    await worker.columns_answered(1)
    await worker.ask_columns(instance, 2, (1, 2), (2, 2))
    await bot.columns()
    assert kept_actions(await heir.open(1)) == {1: 7}
    await bot.answer_columns(2, 17, 18)
    assert await codes(worker, 2, 2) == [17, 18]
    await worker.ask_columns(instance, 3, (1, 3), (2, 3))
    assert (await worker.opened(1)).status == link_pb2.OPEN_STATUS_CLOSED
    assert (await worker.columns_answered(3)).moved
    await worker.ask_columns(instance, 4, (2, 3))
    assert (await bot.columns()).batch == 4
    await worker.drop()
    assert kept_actions(await heir.open(1)) == {1: 7}  # not what a fenced worker asked
    assert kept_actions(await heir.open(2)) == {1: 8, 2: 18}


@pytest.mark.parametrize(
    ("mark", "first", "second"),
    [
        ({"answered": 2, "keep": True}, {1: 11, 2: 12}, {1: 21, 2: 22}),  # the worker gives games up
        ({"answered": 1, "keep_seats": [2]}, {2: 12}, {1: 21, 2: 22}),  # one row is not in a journal yet
    ],
)
async def test_worker_has_answers_kept_that_are_in_no_journal(
    clients: Clients, seat: Seated, mark: dict[str, Any], first: dict[int, int], second: dict[int, int]
) -> None:
    bot, worker, instance = seat
    await worker.open_columnar(2)
    for batch in (1, 2):
        await worker.ask_columns(instance, batch, (1, batch), (2, batch))
        await bot.answer_columns((await bot.columns()).batch, 10 + batch, 20 + batch)
        await worker.columns_answered(batch)
    await worker.mark_columns(**mark)
    await worker.settle()
    heir = clients.worker(lease_number=2)
    assert kept_actions(await heir.open(1)) == first
    assert kept_actions(await heir.open(2)) == second


async def test_a_worker_that_reopens_its_seat_gets_unmarked_answers(seat: Seated) -> None:
    bot, worker, instance = seat
    await worker.ask_columns(instance, 1, (1, 1))
    await bot.answer_columns((await bot.columns()).batch, 7)
    await worker.columns_answered(1)
    worker.lease_number = 2
    assert kept_actions(await worker.open(1)) == {1: 7}


async def test_game_over_needs_no_events(seat: Seated) -> None:
    bot, worker, _ = seat
    await worker.close(1)
    assert (await bot.update("game_over")).game_over.rank == 1
