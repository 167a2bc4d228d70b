"""Run the event loop of a worker process, its watchdogs and its metrics."""

import asyncio
import faulthandler
import logging
import os
import signal
import threading
from collections.abc import Coroutine
from concurrent.futures import Future
from pathlib import Path
from typing import Any, Final, TypeVar

from prometheus_client.core import Metric, SummaryMetricFamily

from arena.health import store_metrics
from arena.metrics import counter, counters, gauge
from arena.play import DISCONNECTED, ILLEGAL, RESIGNED, TIMEOUT
from arena.store import Store
from arena.wire.loops import new_loop
from workers.link.outcomes import OVERHEADS
from workers.play.blocks import CAUSES
from workers.play.lease import Leases
from workers.play.played import MALFORMED

T = TypeVar("T")


class Loop:
    """An event loop in its own thread, which runs coroutines for other threads."""

    def __init__(self) -> None:
        self._loop = new_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, name="loop", daemon=True)
        self._thread.start()

    def start(self, job: Coroutine[Any, Any, T]) -> "Future[T]":
        """Start *job* from any thread, without waiting for it."""
        return asyncio.run_coroutine_threadsafe(job, self._loop)

    def run(self, job: Coroutine[Any, Any, T]) -> T:
        """Run *job* and return its result; must not be called from the loop's thread."""
        return self.start(job).result()

    def stop(self) -> None:
        """Cancel all tasks of the loop, and end the loop and its thread."""
        self.run(_cancel_the_rest())
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()


async def _cancel_the_rest() -> None:
    rest = asyncio.all_tasks() - {asyncio.current_task()}
    for task in rest:
        task.cancel()
    await asyncio.gather(*rest, return_exceptions=True)


logger = logging.getLogger(__name__)
EVERY: Final = 0.5  # seconds between two checks of the watchdogs
MIB: Final = 1 << 20
STDERR: Final = 2  # the descriptor, because Celery replaces `sys.stderr`


async def watch_for_hang(limit: float) -> None:
    """Kill this process when its event loop hangs for *limit* seconds.

    The stacks of its threads go to standard error. By then other workers have its blocks. The watchdog is in C, because
    compiled code may block the interpreter for ever.
    """
    try:
        while True:
            faulthandler.dump_traceback_later(limit, exit=True, file=STDERR)
            await asyncio.sleep(EVERY)
    finally:
        faulthandler.cancel_dump_traceback_later()


async def watch_memory(limit_mib: int) -> None:
    """Stop this process, as SIGTERM does, when it uses more than *limit_mib* MiB."""
    while (used := resident_bytes()) <= limit_mib * MIB:  # noqa: ASYNC110  # memory has no event to wait for
        await asyncio.sleep(EVERY)
    logger.warning("the worker has %d MiB in memory, more than %d: it ends", used // MIB, limit_mib)
    os.kill(os.getpid(), signal.SIGTERM)


def resident_bytes() -> int:
    """Return the resident memory of this process (Linux, proc_pid_statm(5))."""
    return int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1]) * os.sysconf("SC_PAGE_SIZE")


KINDS: Final = (TIMEOUT, ILLEGAL, MALFORMED, DISCONNECTED, RESIGNED)


def read_metrics(leases: Leases, store: Store) -> list[Metric]:
    """Return the current metrics of this worker.

    The time under play that is not charged to bots, divided by decisions, is the delay of arena and network together.
    """
    played, blocks = leases.played(), leases.blocks
    voids = {cause: played.voids[cause] for cause in CAUSES}
    infractions = {kind: played.infractions[kind] for kind in KINDS}
    table_s, charged_s = played.table_us / 1e6, played.charged_us / 1e6
    writes = SummaryMetricFamily("arena_worker_journal_write_seconds", "Renewals of leases, with journal writes.")
    writes.add_metric([], leases.writes, leases.writing_s)
    return [
        gauge("worker_blocks", "Blocks that this worker has.", len(blocks)),
        gauge("worker_tables", "Tables that it has under play.", sum(block.tables for block in blocks)),
        gauge("worker_journal_waits", "Waits for a journal now.", sum(block.journal_waits for block in blocks)),
        writes,
        OVERHEADS.read("turn_overhead_seconds", "Time of a decision at the arena itself, without bot and network."),
        counter("claims", "Blocks that this worker has claimed.", leases.claims),
        counter("boards_closed", "Boards that were finished and stored.", played.boards),
        counters("void_boards", "Boards that are void and played again.", "cause", voids),
        counter("games", "Games that were finished and stored.", played.games),
        counter("decisions", "Decisions of bots that were entered.", played.decisions),
        counter("table_seconds", "How long tables were under play, in all.", table_s),
        counter("charged_seconds", "What of it bots were charged.", charged_s),
        counters("answer_infractions", "Answers that were late, illegal or missing.", "kind", infractions),
        *store_metrics(store),
    ]
