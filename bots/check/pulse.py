"""The pings of a stream: which are open, and how long the slowest took."""

import time


class Pulse:
    """Times in seconds, less what the mock arena itself was late (`lag`): that is not the bot's."""

    def __init__(self) -> None:
        self.slowest = 0.0  # of those that were answered
        self._sent: dict[int, float] = {}
        self._lag = 0.0

    @property
    def unanswered(self) -> int:
        """Pings without a pong."""
        return len(self._sent)

    @property
    def longest(self) -> float:
        """What the longest ping has taken so far, answered or not."""
        return max([self.slowest, *(time.monotonic() - sent - self._lag for sent in self._sent.values())])

    def sent(self, nonce: int) -> None:
        """A ping goes out."""
        self._sent[nonce] = time.monotonic()

    def answered(self, nonce: int) -> bool:
        """A pong has come; False when no open ping has its nonce."""
        sent = self._sent.pop(nonce, None)
        if sent is not None:
            self.slowest = max(self.slowest, time.monotonic() - sent - self._lag)
        return sent is not None

    def lagged(self, seconds: float) -> None:
        """The mock arena's loop woke so late."""
        self._lag = max(self._lag * 0.5, seconds)
