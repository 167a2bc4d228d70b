"""Count mutated messages and the ends of their calls."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

LOST: Final = "Internal error from Core"  # of gRPC's client, if a call ended during a write
# gRPC and HTTP statuses that blame the arena.
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

    def add(self, target: str, kinds: Sequence[str], status: str, said: str = "", sent: str = "") -> None:
        """Count a call's messages by the kind of their mutation, and its end; *sent* describes them."""
        self.sent[target] += len(kinds)
        self.kinds.update(kinds)
        if said == LOST:
            status = "lost by the client"
        self.ends[target, status] += 1
        if status.startswith(OURS) and len(self.wrong) < 50:
            self.wrong.append(f"{target}: {status} {said!r} to {sent}")
