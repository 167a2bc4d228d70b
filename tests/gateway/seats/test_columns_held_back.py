"""Batches wait while too much of what was answered is not journalled."""

import pytest

from arena.gateway.seats import answered_batches as kept_batches
from arena.wire.gen import seat_pb2
from tests.gateway.clients import Bot, Clients, Worker
from tests.gateway.seats.test_columns import codes, kept_actions, seated


async def a_worker_whose_answers_fill_what_is_kept(clients: Clients, bot: Bot) -> tuple[Worker, int]:
    """Return a worker with two answered batches of seats 1 and 2, and a third one that waits."""
    worker = clients.worker()
    instance = await worker.open_columnar(1)
    await worker.open_columnar(2)
    for batch in (1, 2):
        await worker.ask_columns(instance, batch, (1, batch), (2, batch))
        await bot.answer_columns((await bot.columns()).batch, 10 + batch, 20 + batch)
        await worker.columns_answered(batch)
    await worker.ask_columns(instance, 3, (1, 3), (2, 3))
    await worker.settle()
    await bot.settle()
    assert not bot.inbox.holds(seat_pb2.Columns)
    return worker, instance


@pytest.fixture
def few_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    """Room for two batches of two rows, not for three."""
    monkeypatch.setattr(kept_batches, "MAX_BYTES", 2 * kept_batches.EACH_BYTES)


async def test_batches_wait_while_too_much_is_not_journalled(few_kept: None, clients: Clients) -> None:
    bot = await seated(clients)
    worker, instance = await a_worker_whose_answers_fill_what_is_kept(clients, bot)
    await worker.ask_columns(instance, 4, (1, 4))
    await worker.mark_columns(1)
    assert (await bot.columns()).batch == 3
    assert (await bot.columns()).batch == 4
    await bot.answer_columns(3, 13, 23)
    assert await codes(worker, 3, 2) == [13, 23]
    await worker.drop()
    assert kept_actions(await clients.worker(lease_number=2).open(1)) == {2: 12, 3: 13}


async def test_a_worker_that_goes_while_its_batches_wait_loses_no_answer(few_kept: None, clients: Clients) -> None:
    bot = await seated(clients)
    worker, _ = await a_worker_whose_answers_fill_what_is_kept(clients, bot)
    await worker.drop()
    heir = clients.worker(lease_number=2)
    opened = await heir.open(1)
    assert kept_actions(opened) == {1: 11, 2: 12}
    await heir.ask_columns(opened.instance, 5, (1, 3))
    assert (await bot.columns()).batch == 5


async def test_a_batch_that_waits_comes_back_when_another_worker_has_its_seats(
    few_kept: None, clients: Clients
) -> None:
    worker, _ = await a_worker_whose_answers_fill_what_is_kept(clients, await seated(clients))
    assert kept_actions(await clients.worker(lease_number=2).open(1)) == {1: 11, 2: 12}
    assert (await worker.columns_answered(3)).moved
