"""Run a service process: read its settings, set up logging and garbage collection."""

import asyncio
import gc
import sys
from collections.abc import Callable, Coroutine
from typing import Any, Final, TypeVar

from arena.escapes import escape
from arena.logs import log_to_stderr
from arena.settings import SettingError
from arena.wire.loops import new_loop

Settings = TypeVar("Settings")

# Thresholds for `gc.set_threshold`. Each hand leaves a few lists until its game ends. The journals of thousands of
# tables make tens of thousands of containers at a time. With Python's default thresholds, garbage collection took a
# tenth of the time of play.
SELDOM: Final = (50_000, 20, 20)


def tune_garbage_collector() -> None:
    """Collect garbage less often, and never in imported modules. Call this once, after all imports."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(*SELDOM)


def run_service(part: str, read: Callable[[], Settings], serve: Callable[[Settings], Coroutine[Any, Any, None]]) -> int:
    """Run *serve* with the settings that *read* returns; return the exit code: 0, or 2 for a bad setting.

    *part*: the name of this process in its log.
    """
    try:
        log_to_stderr(part)
        settings = read()
        with asyncio.Runner(loop_factory=new_loop) as runner:
            runner.run(serve(settings))
    except SettingError as problem:
        print(escape(str(problem)), file=sys.stderr)
        return 2
    return 0
