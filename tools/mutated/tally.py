"""What was sent, and how those who sent it were answered."""

from collections import Counter
from dataclasses import dataclass, field
from typing import Final

# A gRPC status or an HTTP status that says the fault was the arena's.
LOST: Final = "Internal error from Core"  # gRPC's client says so where a call ended in the middle of its write
OURS: Final = ("UNKNOWN", "INTERNAL", "UNAVAILABLE", "UNIMPLEMENTED", "DATA_LOSS", "DEADLINE_EXCEEDED", "5")


@dataclass
class Tally:
    """Counts of a run.

    Attributes:
        sent: mutated messages by door; *kinds*: by mutation.
        ends: ends of calls by door and status.
        wrong: the first ends that blame the arena, with their text.
    """

    sent: Counter[str] = field(default_factory=Counter)
    kinds: Counter[str] = field(default_factory=Counter)
    ends: Counter[tuple[str, str]] = field(default_factory=Counter)
    wrong: list[str] = field(default_factory=list)

    def say(self, target: str, kind: str) -> None:
        """Count a message that was sent."""
        self.sent[target] += 1
        self.kinds[kind] += 1

    def end(self, target: str, status: str, said: str, sent: str) -> None:
        """Count how a call ended. *sent*: what tells what it was."""
        if said == LOST:
            status = "lost by the client"
        self.ends[target, status] += 1
        if status.startswith(OURS) and len(self.wrong) < 50:
            self.wrong.append(f"{target}: {status} {said!r} to {sent}")
