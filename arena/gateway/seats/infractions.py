"""Infractions of bots on their streams, counted by bot version (docs/explanation/infractions.md)."""

from collections import Counter
from enum import StrEnum

import grpc

from arena.guards.auth import RefusedError


class StreamInfraction(StrEnum):
    """The kinds of infractions on a stream. Those in a game are counted with its result."""

    EARLY = "early"  # An answer to a question that was not asked or not written yet.
    REPEATED = "repeated"  # Another answer to the decision that was answered last.
    STALE = "stale"  # An answer to an older decision.
    FOREIGN = "foreign"  # An answer for a seat that this process does not have.
    AFTER_END = "after_end"  # An answer for a seat whose game is over.
    TOO_MANY = "too_many"  # Too many answers in one message.
    TOO_LARGE = "too_large"  # A message or an answer that is too large.
    STRAY_PONG = "stray_pong"  # A pong without an open ping.
    PROTOCOL = "protocol"  # A message that the protocol does not allow there.
    REPLACED = "replaced"  # The kit answered in the bot's stead; not charged to the bot.
    FLOOD = "flood"  # Far more messages than were asked for.
    REDIAL = "redial"  # New streams far too often.
    SILENT = "silent"  # No ping was answered for 10 s.
    BROKEN = "broken"  # A stream that ended without half-close.


class InfractionError(RefusedError):
    """Raised to end a bot's call because of *infraction*. *retry_ms*: the wait before it may dial again."""

    def __init__(self, infraction: StreamInfraction, line: str, retry_ms: int | None = None) -> None:
        code = grpc.StatusCode.INVALID_ARGUMENT if retry_ms is None else grpc.StatusCode.RESOURCE_EXHAUSTED
        super().__init__(code, line, retry_ms)
        self.infraction = infraction


class InfractionCounts:
    """Counts of infractions by bot version that are not in the store yet; `in_all`: by kind, since the start."""

    def __init__(self) -> None:
        self.in_all = Counter({str(kind): 0 for kind in StreamInfraction})
        self._counts: Counter[tuple[int, str]] = Counter()

    def add(self, version_id: int, infractions: Counter[str]) -> None:
        """Add the counts *infractions*, by kind, of a bot version."""
        for infraction, count in infractions.items():
            self.in_all[str(infraction)] += count
            self._counts[version_id, str(infraction)] += count

    def take(self) -> Counter[tuple[int, str]]:
        """Return and reset the counts by (version id, kind); `give_back` undoes this."""
        counts, self._counts = self._counts, Counter()
        return counts

    def give_back(self, counts: Counter[tuple[int, str]]) -> None:
        """Add counts from `take` that could not be stored."""
        self._counts += counts
