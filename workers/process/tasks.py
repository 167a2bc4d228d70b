"""Define the only Celery task: a wake-up, after which a worker looks for a block."""

import logging
from concurrent.futures import CancelledError
from typing import Any, Final

from celery import Task, bootsteps, signals
from prometheus_client.core import Metric

from arena.metrics import ALIVE, READY, wait_for_metrics
from arena.services import tune_garbage_collector
from arena.wakeups import TASK
from workers.process.app import app, wake_ups
from workers.process.loop import Loop, watch_for_hang, watch_memory
from workers.process.service import Service
from workers.process.settings import Settings

logger = logging.getLogger(__name__)
CLOSE_WITHIN: Final = 5.0  # Seconds for the service to close.
LEASES_STILL: Final = 3  # Lease lengths after which a process with a hanging loop is killed.
LEAST_STILL: Final = 30.0  # The fewest seconds before that: a machine short of memory may hang for a while.


class Process:
    """The parts of this worker process, from Celery's `worker_init` to `worker_shutdown`."""

    def __init__(self) -> None:
        tune_garbage_collector()
        settings = Settings.from_environment()
        self.loop = Loop()
        self.loop.start(watch_for_hang(max(LEAST_STILL, LEASES_STILL * settings.lease)))
        self._memory_mib = settings.memory_mib
        self.is_stopping = False
        self.service = self.loop.start(Service.open(settings, wake_ups.send))

    def play_block(self, family: str) -> bool:
        """Play a block of *family* in the event loop, and wait; return whether there was one."""
        return self.loop.run(self.service.result().play_block(family))

    def watch_memory(self) -> None:
        """Begin to watch the memory of this process; above the limit the process gets SIGTERM."""
        if self._memory_mib is not None:
            self.loop.start(watch_memory(self._memory_mib))

    def stop(self) -> None:
        """Begin to stop the service, without waiting; a signal handler may call this."""
        self.is_stopping = True
        if self.service.done():
            self.loop.start(self.service.result().stop())
        else:
            self.service.cancel()

    def close(self) -> None:
        """Close the service and the event loop, after all blocks have been given back."""
        if self.service.done() and not self.service.cancelled():
            self.loop.start(self.service.result().close()).result(CLOSE_WITHIN)
        self.loop.stop()


process: Process | None = None


def figures() -> list[Metric]:
    """Return the metrics of this process; [] before its service has begun. Any thread may call this."""
    if process is None or not process.service.done() or process.service.cancelled():
        return []
    return wait_for_metrics(process.loop.start(process.service.result().figures()))


def find_fault() -> str:
    """Return "" if the event loop of this process answers. Raises `TimeoutError`. Any thread may call this."""
    return wait_for_metrics(process.loop.start(_nothing())) if process else ""


async def _nothing() -> str:
    return ""


def find_hindrance() -> str:
    """Return why this process plays no blocks; "" if it does."""
    if process is None or not process.service.done():
        return "waiting for the database"
    return "stopping: it claims no more blocks" if process.is_stopping else ""


PROBES: Final = {ALIVE: find_fault, READY: find_hindrance}


@app.task(name=TASK, bind=True)
def play_block(self: "Task[..., None]") -> None:
    """Claim a block of the family that the queue is named after, and play it."""
    assert process, "worker_init came before any task"
    family = str((self.request.delivery_info or {})["routing_key"])
    try:
        if process.play_block(family):
            wake_ups.send(1, (family,))  # there may be another block
    except CancelledError:
        logger.info("stopped before there was anything to play")


@signals.worker_init.connect
def begin(**_: Any) -> None:
    """Begin the process, before the first task."""
    global process
    process = Process()


@signals.worker_ready.connect
def ready(**_: Any) -> None:
    """Watch memory from now on, because signal handlers are set."""
    if process:
        process.watch_memory()


@signals.worker_shutting_down.connect
def last_call(**_: Any) -> None:
    """Stop playing on SIGTERM, while Celery waits for the running tasks."""
    if process:
        process.stop()


class LastCall(bootsteps.StartStopStep):
    """Celery step that calls `last_call` for `celery control shutdown`, which sends no signal."""

    requires = ("celery.worker.components:Pool",)

    def stop(self, _worker: Any) -> None:
        """Begin to stop playing, as SIGTERM does."""
        last_call()


app.steps["worker"].add(LastCall)


@signals.worker_shutdown.connect
def end(**_: Any) -> None:
    """Close the process, after all tasks have ended."""
    if process:
        process.close()
