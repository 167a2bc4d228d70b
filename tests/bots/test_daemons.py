import asyncio
import threading
from concurrent.futures import CancelledError

import pytest

from bots.sdk.seats.daemons import MAX_THREADS, DaemonThreads


def test_daemon_threads_do_the_work() -> None:
    threads = DaemonThreads()
    assert threads.submit(lambda: threading.current_thread().daemon).result()
    assert list(threads.map(pow, (2, 3), (3, 2))) == [8, 9]
    with pytest.raises(ValueError, match="invalid literal"):
        threads.submit(int, "x").result()


def test_so_many_at_once_and_the_others_in_turn() -> None:
    threads, gate, before = DaemonThreads(), threading.Event(), set(threading.enumerate())
    waiting = [threads.submit(gate.wait) for _ in range(MAX_THREADS + 5)]
    given_up = waiting[-1].cancel()
    assert given_up
    gate.set()
    assert all(each.result() for each in waiting[:-1])
    begun = set(threading.enumerate()) - before  # other tests of this process have left some of their own
    assert len([thread for thread in begun if thread.name == "thought"]) <= MAX_THREADS
    with pytest.raises(CancelledError):
        waiting[-1].result()


async def test_a_loop_takes_it() -> None:
    asyncio.get_running_loop().set_default_executor(DaemonThreads())
    assert await asyncio.to_thread(sum, (1, 2)) == 3
