"""A clock for durations."""

import time
from collections.abc import Callable

Now = Callable[[], int]  # a monotonic clock, in microseconds


def monotonic_us() -> int:
    """Return microseconds of a clock that never goes back."""
    return time.monotonic_ns() // 1000
