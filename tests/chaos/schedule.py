"""Which fault comes when: the same for the same seed."""

import random
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

# What is done, to which part, and how often beside the others.
KINDS: Final = {
    ("kill", "worker"): 6,
    ("stop", "worker"): 4,
    ("kill", "gateway"): 6,
    ("stop", "gateway"): 4,
    ("kill", "valkey"): 2,
    ("stop", "valkey"): 1,
    ("flush", "valkey"): 2,
    ("kill", "postgres"): 2,
    ("stop", "postgres"): 1,
    ("terminate", "postgres"): 3,  # all its backends
    ("kill", "bot"): 2,
}
LONGEST: Final = 30.0  # seconds that a part is stopped


@dataclass(frozen=True)
class Fault:
    """One fault: *wait* seconds after play goes on again since the last; *which* of several parts."""

    kind: str
    part: str
    which: int
    wait: float
    stopped: float

    def __str__(self) -> str:
        return f"{self.kind} {self.part}" + (f" for {self.stopped:.1f} s" if self.stopped else "")


def faults(seed: int, count: int, every: float, parts: Sequence[str] | None = None) -> list[Fault]:
    """Return *count* faults, about *every* seconds one; of some *parts*, or of all."""
    chance = random.Random(seed)
    weights = {kind: weight for kind, weight in KINDS.items() if not parts or kind[1] in parts}
    made = []
    for kind, part in chance.choices(list(weights), list(weights.values()), k=count):
        stopped = LONGEST ** chance.random() if kind == "stop" else 0.0
        made.append(Fault(kind, part, chance.randrange(60), chance.uniform(0, 2 * every), stopped))
    return made
