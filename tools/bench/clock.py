"""Measure speed in hands per second of own CPU time.

Of the process's own, for the machine may be shared.
"""

import time
from collections.abc import Callable


def hands_per_second(play: Callable[[], int], seconds: float) -> float:
    """Return how many hands *play* plays a second.

    *play* returns how many hands it played; it is called until *seconds* of CPU time are gone.
    """
    play()
    hands = 0
    start = time.process_time()
    while (elapsed := time.process_time() - start) < seconds:
        hands += play()
    return hands / elapsed
