"""Measure speed in hands per second of the process's own CPU time."""

import time
from collections.abc import Callable


def hands_per_second(play: Callable[[], int], seconds: float) -> float:
    """Call *play*, which returns the hands it played, for *seconds* of CPU time; return hands a second."""
    play()
    hands = 0
    start = time.process_time()
    while (elapsed := time.process_time() - start) < seconds:
        hands += play()
    return hands / elapsed
