"""The only task, a wake-up: there may be something to play."""

import logging
from concurrent.futures import CancelledError
from typing import Any, Final

from celery import Task, bootsteps, signals

from arena.garbage import look_seldom
from arena.wakeups import TASK
from workers.process.app import app, wake_ups
from workers.process.loop import Loop
from workers.process.service import Service
from workers.process.settings import Settings
from workers.process.watchdog import end_when_large, end_when_still

logger = logging.getLogger(__name__)
CLOSE_WITHIN: Final = 5.0  # seconds
LEASES_STILL: Final = 3  # after so many leases without a turn of the loop the process ends,
LEAST_STILL: Final = 30.0  # seconds at least: a machine that is short of memory may stand still for a while


class Process:
    """This worker process, from `worker_init` to `worker_shutdown`."""

    def __init__(self) -> None:
        look_seldom()
        settings = Settings.from_environment()
        self.loop = Loop()
        self.loop.start(end_when_still(max(LEAST_STILL, LEASES_STILL * settings.lease)))
        self._memory_mib = settings.memory_mib
        self.service = self.loop.start(Service.open(settings, wake_ups.send))

    def play_block(self, family: str) -> bool:
        """Hand a block of that family of variants to the loop and wait; False when there is none."""
        return self.loop.run(self.service.result().play_block(family))

    def watch_memory(self) -> None:
        """End in good order when it has grown too large; TERM is heeded from now on."""
        if self._memory_mib is not None:
            self.loop.start(end_when_large(self._memory_mib))

    def stop(self) -> None:
        """Blocks end or go back soon; does not wait, so that a signal handler may call it."""
        if self.service.done():
            self.loop.start(self.service.result().stop())
        else:
            self.service.cancel()

    def close(self) -> None:
        """Close everything; all blocks have been given back."""
        if self.service.done() and not self.service.cancelled():
            self.loop.start(self.service.result().close()).result(CLOSE_WITHIN)
        self.loop.stop()


process: Process | None = None


@app.task(name=TASK, bind=True)
def play_block(self: "Task[..., None]") -> None:
    """Claim a block of the family whose queue this came from, and play it; where there was one there may be another."""
    assert process, "worker_init came before any task"
    family = str((self.request.delivery_info or {})["routing_key"])
    try:
        if process.play_block(family):
            wake_ups.send(1, (family,))
    except CancelledError:
        logger.info("stopped before there was anything to play")


@signals.worker_init.connect
def begin(**_: Any) -> None:
    """Begin the process, before any task comes."""
    global process
    process = Process()


@signals.worker_ready.connect
def ready(**_: Any) -> None:
    """Watch memory, now that signals have their handlers."""
    if process:
        process.watch_memory()


@signals.worker_shutting_down.connect
def last_call(**_: Any) -> None:
    """Stop on TERM, while Celery waits for the tasks that run."""
    if process:
        process.stop()


class LastCall(bootsteps.StartStopStep):
    """`celery control shutdown` sends no signal: as `last_call`, before Celery waits for the tasks that run."""

    requires = ("celery.worker.components:Pool",)

    def stop(self, _worker: Any) -> None:
        """Nothing more is consumed from now on."""
        last_call()


app.steps["worker"].add(LastCall)


@signals.worker_shutdown.connect
def end(**_: Any) -> None:
    """Close the process, after all tasks have ended."""
    if process:
        process.close()
