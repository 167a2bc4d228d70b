import asyncio
import threading
import time
from collections.abc import Callable, Iterator

import pytest

from bots.sdk.streams.relay import SPELL, Relay


@pytest.fixture
def relay() -> Iterator[Relay]:
    relay = Relay()
    yield relay
    relay.stop()


def thought(does: Callable[..., object], *given: object) -> Callable[[], bool]:
    def think() -> bool:
        does(*given)
        return False

    return think


async def test_thoughts_are_thought_one_after_the_other_in_one_thread_which_is_not_the_callers(relay: Relay) -> None:
    seen: list[tuple[int, str]] = []

    def see(number: int) -> None:
        seen.append((number, threading.current_thread().name))

    async def job() -> None:
        for number in range(1000):
            relay.think(thought(see, number))
        while len(seen) < 1000:  # noqa: ASYNC110
            await asyncio.sleep(0.001)

    await relay.run(job())
    assert seen == [(number, "thinker") for number in range(1000)]


async def test_the_loop_goes_on_while_a_thought_takes_long_and_comes_back_after_it(relay: Relay) -> None:
    loops: list[str] = []
    ended = asyncio.Event()

    async def job() -> None:
        for _ in range(3):
            release = threading.Event()
            relay.think(thought(release.wait))
            await asyncio.sleep(0.05)  # the one thread is in the thought: only another one can end this
            loops.append(threading.current_thread().name)
            release.set()
            answered = asyncio.Event()
            relay.think(thought(relay.soon, answered.set))
            await answered.wait()
            loops.append(threading.current_thread().name)
        ended.set()

    await relay.run(job())
    assert ended.is_set()
    assert loops == ["stand-in", "thinker"] * 3


async def test_what_is_answered_goes_out_between_two_thoughts_of_a_long_row(relay: Relay) -> None:
    called, seen = threading.Event(), list[bool]()

    async def job() -> None:
        over = asyncio.Event()
        relay.think(thought(relay.soon, called.set))
        relay.think(thought(time.sleep, 2 * SPELL))
        relay.think(thought(lambda: seen.append(called.is_set())))
        relay.think(thought(relay.soon, over.set))
        await over.wait()

    await relay.run(job())
    assert seen == [True]


async def test_a_job_says_what_it_raised_and_is_waited_for_when_it_is_cancelled(relay: Relay) -> None:
    async def fails() -> None:
        raise ConnectionError("gone")

    with pytest.raises(ConnectionError, match="gone"):
        await relay.run(fails())

    began, ended = asyncio.Event(), []
    here = asyncio.get_running_loop()

    async def waits() -> None:
        here.call_soon_threadsafe(began.set)
        try:
            await asyncio.Event().wait()
        finally:
            await asyncio.sleep(0.01)
            ended.append(True)

    task = asyncio.ensure_future(relay.run(waits()))
    await began.wait()
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert ended == [True]


async def test_stopping_does_not_wait_for_a_decision() -> None:
    relay, release, inside = Relay(), threading.Event(), threading.Event()

    def stay() -> None:
        inside.set()
        release.wait()

    async def job() -> None:
        relay.think(thought(stay))
        while not inside.is_set():  # noqa: ASYNC110
            await asyncio.sleep(0.001)

    await relay.run(job())
    relay.stop()
    release.set()
