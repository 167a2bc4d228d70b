"""How speed is measured: hands per second of the process's own CPU time, for the machine may be shared."""

import time
from collections.abc import Callable


def hands_per_second(play: Callable[[], int], seconds: float) -> float:
    """Call *play*, which returns how many hands it played, until *seconds* of CPU time are gone."""
    play()
    hands = 0
    start = time.process_time()
    while (elapsed := time.process_time() - start) < seconds:
        hands += play()
    return hands / elapsed
