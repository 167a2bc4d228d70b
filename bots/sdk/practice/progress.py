"""How far a practice is, on standard error."""

import sys
import time
from collections.abc import Callable
from typing import Final

EVERY: Final = 10.0  # seconds between two lines where no terminal is


class Progress:
    """Tells of *games* that are to be played: in place on a terminal, else a plain line now and then."""

    def __init__(self, games: int, now: Callable[[], float] = time.monotonic) -> None:
        self._games = games
        self._now = now
        self._said_at = now()
        self._played = 0

    def played(self, count: int = 1) -> None:
        """Note that so many more games are over."""
        self._played += count
        is_over = self._played >= self._games
        line = f"game {self._played} of {self._games}"
        if sys.stderr.isatty():
            print(line, end="\r\033[K" if is_over else "\r", file=sys.stderr, flush=True)
        elif not is_over and self._now() - self._said_at >= EVERY:
            self._said_at = self._now()
            print(line, file=sys.stderr, flush=True)
