import time
from collections.abc import Callable


def comes_true(condition: Callable[[], bool], within: float = 60.0) -> bool:
    """Whether *condition* holds now or soon."""
    deadline = time.monotonic() + within
    while not condition():
        if time.monotonic() > deadline:
            return False
        time.sleep(0.02)
    return True
