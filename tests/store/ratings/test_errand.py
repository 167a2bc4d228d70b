import asyncio
import logging

import pytest

from arena.store.errors import StoreUnavailableError
from arena.store.ratings.catching_up import CoalescedTask


class Work:
    """Runs that end when they are let go."""

    def __init__(self) -> None:
        self.begun: list[asyncio.Future[None]] = []
        self.came = asyncio.Event()

    async def __call__(self) -> None:
        self.begun.append(asyncio.get_running_loop().create_future())
        self.came.set()
        await self.begun[-1]

    async def run(self, number: int) -> asyncio.Future[None]:
        """The run of that number, once it has begun."""
        while len(self.begun) <= number:
            self.came.clear()
            await self.came.wait()
        return self.begun[number]


async def test_a_request_during_a_run_starts_another_run() -> None:
    work = Work()
    errand = CoalescedTask(work)
    await errand.ask(0)
    first = await work.run(0)
    late = [asyncio.create_task(errand.ask(60)) for _ in range(3)]
    await asyncio.sleep(0)
    first.set_result(None)
    (await work.run(1)).set_result(None)
    await asyncio.gather(*late)
    assert len(work.begun) == 2


async def test_a_run_that_was_asked_for_follows_though_nobody_waits() -> None:
    work = Work()
    errand = CoalescedTask(work)
    await errand.ask(0)
    first = await work.run(0)
    await errand.ask(0)
    first.set_result(None)
    (await work.run(1)).set_result(None)


async def test_a_failure_is_raised_and_logged_and_the_next_run_is_a_new_one(caplog: pytest.LogCaptureFixture) -> None:
    work = Work()
    errand = CoalescedTask(work)
    waiting = asyncio.create_task(errand.ask(60))
    (await work.run(0)).set_exception(ValueError("broken"))
    with pytest.raises(ValueError, match="broken"):
        await waiting
    await errand.ask(0)
    with caplog.at_level(logging.WARNING):
        (await work.run(1)).set_exception(ValueError("again"))
        again = asyncio.create_task(errand.ask(60))
        (await work.run(2)).set_result(None)
        await again
    assert "again" in caplog.text


async def test_a_store_that_is_away_is_logged_in_one_line(caplog: pytest.LogCaptureFixture) -> None:
    work = Work()
    errand = CoalescedTask(work)
    waiting = asyncio.create_task(errand.ask(60))
    (await work.run(0)).set_exception(StoreUnavailableError("away"))
    with pytest.raises(StoreUnavailableError):
        await waiting
    assert "failed: away" in caplog.text
    assert "Traceback" not in caplog.text


async def test_waiters_go_on_when_the_task_is_stopped() -> None:
    work = Work()
    errand = CoalescedTask(work)
    waiting = [asyncio.create_task(errand.ask(60))]
    await work.run(0)
    waiting.append(asyncio.create_task(errand.ask(60)))
    await asyncio.sleep(0)
    await errand.stop()
    await asyncio.gather(*waiting)
    assert len(work.begun) == 1


async def test_waiters_go_on_if_a_run_never_begins() -> None:
    work = Work()
    errand = CoalescedTask(work)
    waiting = asyncio.ensure_future(errand.ask(60))
    await asyncio.sleep(0)  # it has asked, and nothing has begun
    await errand.stop()
    await waiting
