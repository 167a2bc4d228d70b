"""How long a bot usually thinks: answers without a choice take as long, so that nobody sees which they were."""

import random
from collections import deque
from typing import Final

LAST: Final = 64  # decisions of each kind
SHARE: Final = 0.05  # of the newest wait in how late they are


class Pace:
    """The last times of a process's decisions, by kind."""

    def __init__(self) -> None:
        self._taken: dict[int, deque[float]] = {}
        self._random = random.Random()  # not the one that bots draw from
        self._late = 0.0  # by how much waits take longer than they should, lately

    def note(self, kind: int, seconds: float) -> None:
        """Note how long a decision took."""
        self._taken.setdefault(kind, deque(maxlen=LAST)).append(seconds)

    def usual(self, kind: int) -> float:
        """Return how many seconds to wait, so that it takes as long as one of the last decisions.

        One of this kind; of any where there was none; 0 where there was none at all.
        """
        taken = self._taken.get(kind) or [each for times in self._taken.values() for each in times]
        return max(0.0, self._random.choice(taken) - self._late) if taken else 0.0

    def waited(self, wanted: float, took: float) -> None:
        """Note how long a wait took, in seconds: timers are late, and thoughts that wait were, too."""
        self._late += SHARE * (took - wanted - self._late)
