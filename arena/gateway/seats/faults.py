"""The words for what a bot can do wrong on its stream, counted by version (docs/explanation/faults.md)."""

from collections import Counter
from enum import StrEnum

import grpc

from arena.guards.refused import Refused


class Fault(StrEnum):
    """The words, as the store and the people's API have them; others are counted where a game's result is stored."""

    EARLY = "early"  # an answer to a number that was not asked yet, or whose question was not written yet
    REPEATED = "repeated"  # another answer to the last number that was answered
    STALE = "stale"  # an answer to an older number
    FOREIGN = "foreign"  # an answer for a seat that is not, or no more, this process's
    AFTER_END = "after_end"  # an answer for a seat whose game is over
    TOO_MANY = "too_many"  # answers in one message
    TOO_LARGE = "too_large"  # a message or an answer
    STRAY_PONG = "stray_pong"  # for no ping that is open
    PROTOCOL = "protocol"  # a message the protocol does not know, or not at that place
    FLOOD = "flood"  # far more than was asked for
    REDIAL = "redial"  # streams begun far too often
    SILENT = "silent"  # no ping was answered for 10 s
    BROKEN = "broken"  # a stream that ended without half-close


class AtFault(Refused):
    """A call ends because of what the bot did: *fault*."""

    def __init__(self, fault: Fault, line: str, retry_ms: int | None = None) -> None:
        code = grpc.StatusCode.INVALID_ARGUMENT if retry_ms is None else grpc.StatusCode.RESOURCE_EXHAUSTED
        super().__init__(code, line, retry_ms)
        self.fault = fault


class FaultCounts:
    """Faults by version since they were last taken to the store.

    However long the store is away, there is one number for each word and version that has been in, and no more.
    """

    def __init__(self) -> None:
        self._counts: Counter[tuple[int, str]] = Counter()

    def add(self, version_id: int, faults: Counter[str]) -> None:
        """Count *faults* of a version."""
        for fault, count in faults.items():
            self._counts[version_id, str(fault)] += count

    def take(self) -> Counter[tuple[int, str]]:
        """All there are, by version and word; they are the caller's to store now, or to `give_back`."""
        counts, self._counts = self._counts, Counter()
        return counts

    def give_back(self, counts: Counter[tuple[int, str]]) -> None:
        """The store did not take them."""
        self._counts += counts
