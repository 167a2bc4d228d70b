"""The only task: a wake-up. It says nothing but that there may be something to play."""

import logging
from concurrent.futures import CancelledError
from typing import Any, Final

from celery import signals
from kombu.exceptions import OperationalError
from redis.exceptions import RedisError

from workers.app import app, room
from workers.loop import Loop
from workers.service import Service
from workers.settings import Settings

logger = logging.getLogger(__name__)
TASK: Final = "workers.play_block"
CLOSE_WITHIN: Final = 5.0  # seconds


class Process:
    """This worker process, from `worker_init` to `worker_shutdown`."""

    def __init__(self) -> None:
        self.loop = Loop()
        self.service = self.loop.start(Service.open(Settings.from_environment(), wake))

    def play_block(self) -> bool:
        """Hand a block to the loop and wait; False when there is none."""
        return self.loop.run(self.service.result().play_block())

    def stop(self) -> None:
        """Blocks end or go back soon; does not wait, so that a signal handler may call it."""
        if self.service.done():
            self.loop.start(self.service.result().stop())
        else:
            self.service.cancel()

    def close(self) -> None:
        """Everything is given back: let go of all there is."""
        if self.service.done() and not self.service.cancelled():
            self.loop.start(self.service.result().close()).result(CLOSE_WITHIN)
        self.loop.stop()


process: Process | None = None


@app.task(name=TASK)
def play_block() -> None:
    """Claim a block and play it; where there was one there may be another."""
    assert process, "worker_init came before any task"
    try:
        if process.play_block():
            wake(1)
    except CancelledError:
        logger.info("stopped before there was anything to play")


def wake(count: int) -> None:
    """Send wake-ups. While Redis is away none is sent, and the next sweep will send others."""
    try:
        for _ in range(min(count, room())):
            app.send_task(TASK)
    except (OperationalError, RedisError, OSError) as error:
        logger.warning("no wake-up was sent: %s", type(error).__name__)


@signals.worker_init.connect
def begin(**_: Any) -> None:
    """The process exists, and no task has come yet."""
    global process
    process = Process()


@signals.worker_shutting_down.connect
def last_call(**_: Any) -> None:
    """TERM: Celery waits for the tasks that run."""
    if process:
        process.stop()


@signals.worker_shutdown.connect
def end(**_: Any) -> None:
    """All tasks have ended."""
    if process:
        process.close()
