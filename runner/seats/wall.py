"""The time on the wall that a decision takes, as far as it is the program's own."""

from typing import Final

from runner.seats.process import Process

LOOK: Final = 0.25  # seconds between two looks
HELD_UP: Final = 2 * LOOK  # what counts at most between two looks: beyond it the runner did not run


class Wall:
    """For how long a process has slept over the open decision.

    One that runs, or waits for a core that others have, pays by its CPU time. Who has the cores
    meanwhile, other seats of its own bot among them, is no fault of it.
    """

    def __init__(self, process: Process) -> None:
        self._process = process
        self._slept = 0.0
        self._looked_at = 0.0

    def begin(self, now: float) -> None:
        """Begin a decision at *now*, in seconds of a clock that only goes on."""
        self._slept, self._looked_at = 0.0, now

    def look(self, now: float) -> int:
        """Return how long it has slept, in microseconds; to be called every `LOOK` seconds."""
        if self._process.is_asleep():
            self._slept += min(now - self._looked_at, HELD_UP)
        self._looked_at = now
        return int(self._slept * 1e6)
