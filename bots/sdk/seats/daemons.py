"""A thread pool that does not keep the process alive."""

import threading
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from functools import partial
from queue import SimpleQueue
from typing import Final, ParamSpec, TypeVar

Given = ParamSpec("Given")
Result = TypeVar("Result")

MAX_THREADS: Final = 32  # the maximum of Python's own pool


class DaemonThreads(ThreadPoolExecutor):
    """An executor for a bot's `asyncio.to_thread` calls. Python's own pool would delay the exit until they end."""

    def __init__(self) -> None:
        super().__init__(MAX_THREADS)
        self._todo: SimpleQueue[Callable[[], None]] = SimpleQueue()
        self._idle = threading.Semaphore(0)
        self._started = 0

    def submit(self, fn: Callable[Given, Result], /, *args: Given.args, **kwargs: Given.kwargs) -> "Future[Result]":
        """Run *fn* in a daemon thread, like any executor; return the future of its result."""
        future: Future[Result] = Future()
        self._todo.put(partial(_do, future, partial(fn, *args, **kwargs)))
        if not self._idle.acquire(blocking=False) and self._started < MAX_THREADS:
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
