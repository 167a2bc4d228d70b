"""The arena's own share of a decision: from an answer at one table to the table's next question.

Loopback and gRPC on the bots' side are included; the time between two games is not.
"""

import time


class Shares:
    """What a table's decisions took, in microseconds."""

    def __init__(self) -> None:
        self.taken: list[int] = []
        self._since: int | None = None

    def answered(self) -> None:
        """Note that a bot of the table has answered."""
        self._since = time.monotonic_ns()

    def asked(self) -> None:
        """Note that one is asked."""
        if self._since is not None:
            self.taken.append((time.monotonic_ns() - self._since) // 1000)
            self._since = None

    def cut(self) -> None:
        """A game begins or ends, or a stream: the next question follows from no answer."""
        self._since = None


def quantile(ranked: list[int], share: float) -> float:
    """Return the *share* quantile of sorted microseconds, in milliseconds; 0 of none."""
    return ranked[min(int(share * len(ranked)), len(ranked) - 1)] / 1000 if ranked else 0.0
