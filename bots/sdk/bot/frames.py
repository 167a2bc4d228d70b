"""Tracebacks from the author's own lines on, without the kit's."""

import traceback
from collections.abc import Callable, Iterator
from types import FrameType, TracebackType

KIT = "bots.sdk."


def told_from(error: BaseException, is_theirs: Callable[[FrameType], bool]) -> str:
    """The traceback of *error* from the first frame that *is_theirs*; the whole where there is none."""
    own = next((at for at in _steps(error) if is_theirs(at.tb_frame)), error.__traceback__)
    return "".join(traceback.format_exception(type(error), error, own))


def beyond_the_kit(frame: FrameType) -> bool:
    """Whether a frame is none of the kit's."""
    return not str(frame.f_globals.get("__name__", "")).startswith(KIT)


def passed_through(error: BaseException, module: str) -> bool:
    """Whether a frame of *module* is among those of *error*."""
    return any(at.tb_frame.f_globals.get("__name__") == module for at in _steps(error))


def _steps(error: BaseException) -> Iterator[TracebackType]:
    at = error.__traceback__
    while at is not None:
        yield at
        at = at.tb_next
