"""How long a tournament will go on, by how quickly its boards were closed while it was looked at."""

from collections import deque
from collections.abc import Callable, Hashable
from time import monotonic
from typing import Final

LOOKED_BACK: Final = 300.0  # seconds
LEAST_SECONDS: Final = 20.0
LEAST_BOARDS: Final = 5
MOST: Final = 100  # tournaments

Look = tuple[float, int]  # when, and how many boards were closed


class Pace:
    """Remembers what was closed when, by tournament; of the last five minutes."""

    def __init__(self, now: Callable[[], float] = monotonic) -> None:
        self._now = now
        self._looks: dict[Hashable, deque[Look]] = {}

    def minutes_left(self, tournament: Hashable, closed: int, boards: int) -> float | None:
        """Note a look; return how many minutes are left, None where it was looked at too shortly."""
        looks = self._looks.pop(tournament, deque[Look]())
        self._looks[tournament] = looks  # the last one looked at is the last to be forgotten
        while len(self._looks) > MOST:
            del self._looks[next(iter(self._looks))]
        looks.append((self._now(), closed))
        while looks[-1][0] - looks[0][0] > LOOKED_BACK:
            looks.popleft()
        seconds, more = looks[-1][0] - looks[0][0], closed - looks[0][1]
        if seconds < LEAST_SECONDS or more < LEAST_BOARDS:
            return None
        return (boards - closed) * seconds / more / 60
