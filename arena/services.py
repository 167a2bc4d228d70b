"""Run a service process: settings, logging, garbage collection."""

import asyncio
import gc
import logging
import sys
from collections.abc import Callable, Coroutine
from typing import Any, Final, TypeVar

from arena.escapes import escape_lines, escaped
from arena.settings import SettingError
from arena.wire.loops import new_loop

Settings = TypeVar("Settings")

FORM: Final = "%(asctime)s %(levelname)s %(name)s: %(message)s"


class EscapingFormatter(logging.Formatter):
    """Escape what others wrote; only tracebacks have several lines."""

    def formatMessage(self, record: logging.LogRecord) -> str:
        """Return the record but for its traceback, on one line."""
        return escaped(super().formatMessage(record))

    def formatException(self, ei: "logging._SysExcInfoType") -> str:
        """Return the traceback."""
        return escape_lines(super().formatException(ei))


def log_to_stderr(form: str = FORM) -> None:
    """Log from INFO on, in lines of *form*."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(EscapingFormatter(form))
    logging.basicConfig(level=logging.INFO, handlers=[handler])


# Containers more than at the last look, and looks until older ones are looked at too. A hand that is dealt leaves a
# few lists for as long as its game goes on, and the journals of thousands of tables are tens of thousands of containers
# for a moment: by Python's own numbers a tenth of the time of play went to looking.
SELDOM: Final = (50_000, 20, 20)


def tune_garbage_collector() -> None:
    """Raise the garbage collector's thresholds, and exempt what is imported. Call it once, when all is imported."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(*SELDOM)


def run_service(read: Callable[[], Settings], serve: Callable[[Settings], Coroutine[Any, Any, None]]) -> int:
    """Run *serve* with the settings that *read* returns until it ends; return the exit code, 2 for a bad setting."""
    log_to_stderr()
    try:
        settings = read()
        with asyncio.Runner(loop_factory=new_loop) as runner:
            runner.run(serve(settings))
    except SettingError as problem:
        print(escaped(str(problem)), file=sys.stderr)
        return 2
    return 0
