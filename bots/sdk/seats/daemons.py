"""Threads that end with the process, whatever a bot waits for in them."""

import threading
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from functools import partial
from queue import SimpleQueue
from typing import Final, ParamSpec, TypeVar

Given = ParamSpec("Given")
Result = TypeVar("Result")

MOST: Final = 32  # at once, as Python's own pool on a machine of 28 processors or more


class DaemonThreads(ThreadPoolExecutor):
    """Where `asyncio.to_thread` of a bot runs. Python joins its own pool's threads before it ends, however long."""

    def __init__(self) -> None:
        super().__init__(MOST)
        self._todo: SimpleQueue[Callable[[], None]] = SimpleQueue()
        self._idle = threading.Semaphore(0)
        self._started = 0

    def submit(self, fn: Callable[Given, Result], /, *args: Given.args, **kwargs: Given.kwargs) -> "Future[Result]":
        """As of any executor."""
        future: Future[Result] = Future()
        self._todo.put(partial(_do, future, partial(fn, *args, **kwargs)))
        if not self._idle.acquire(blocking=False) and self._started < MOST:
            self._started += 1
            threading.Thread(target=self._serve, name="thought", daemon=True).start()
        return future

    def _serve(self) -> None:
        while True:
            self._todo.get()()
            self._idle.release()


def _do(future: "Future[Result]", work: Callable[[], Result]) -> None:
    if not future.set_running_or_notify_cancel():
        return
    try:
        future.set_result(work())
    except BaseException as error:
        future.set_exception(error)
