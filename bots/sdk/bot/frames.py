"""Tracebacks that begin at the author's own lines."""

import traceback
from collections.abc import Callable, Iterator
from types import FrameType, TracebackType

KIT = "bots.sdk."


def told_from(error: BaseException, is_theirs: Callable[[FrameType], bool]) -> str:
    """Return the traceback from the first frame that *is_theirs*, else whole."""
    own = next((at for at in _steps(error) if is_theirs(at.tb_frame)), error.__traceback__)
    return "".join(traceback.format_exception(type(error), error, own))


def beyond_the_kit(frame: FrameType) -> bool:
    """Return whether a frame is outside the kit."""
    return not str(frame.f_globals.get("__name__", "")).startswith(KIT)


def passed_through(error: BaseException, module: str) -> bool:
    """Return whether *error* passed through a frame of *module*."""
    return any(at.tb_frame.f_globals.get("__name__") == module for at in _steps(error))


def _steps(error: BaseException) -> Iterator[TracebackType]:
    at = error.__traceback__
    while at is not None:
        yield at
        at = at.tb_next
