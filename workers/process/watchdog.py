"""End a worker whose loop hangs, or that uses too much memory."""

import asyncio
import faulthandler
import logging
import os
import signal
from pathlib import Path
from typing import Final

logger = logging.getLogger(__name__)
EVERY: Final = 0.5  # seconds
MIB: Final = 1 << 20
STDERR: Final = 2  # the descriptor, because Celery replaces `sys.stderr`


async def end_when_still(limit: float) -> None:
    """Kill this process when its loop stands still for *limit* seconds.

    The stacks of its threads go to standard error. Other workers have its blocks by then. The watching is done in C,
    because compiled code may hold the interpreter for ever.
    """
    try:
        while True:
            faulthandler.dump_traceback_later(limit, exit=True, file=STDERR)
            await asyncio.sleep(EVERY)
    finally:
        faulthandler.cancel_dump_traceback_later()


async def end_when_large(limit_mib: int) -> None:
    """Stop this process, as TERM does, when it exceeds *limit_mib*."""
    while (used := resident_bytes()) <= limit_mib * MIB:  # noqa: ASYNC110  # nobody tells of memory
        await asyncio.sleep(EVERY)
    logger.warning("the worker has %d MiB in memory, more than %d: it ends", used // MIB, limit_mib)
    os.kill(os.getpid(), signal.SIGTERM)


def resident_bytes() -> int:
    """Return this process's memory in use (Linux, proc_pid_statm(5))."""
    return int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1]) * os.sysconf("SC_PAGE_SIZE")
