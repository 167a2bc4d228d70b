"""Draw the schedule of faults, the same for the same seed."""

import random
from collections.abc import Collection
from dataclasses import dataclass
from itertools import islice
from typing import Final

LINES: Final = ("bot line", "worker line", "store line", "redis line")  # to gateways (two), Postgres, Valkey
# Action and part, with its relative frequency.
KINDS: Final = {
    ("kill", "worker"): 6,
    ("stop", "worker"): 4,
    ("kill", "gateway"): 6,
    ("stop", "gateway"): 4,
    ("kill", "valkey"): 2,  # it restarts empty
    ("stop", "valkey"): 1,
    ("flush", "valkey"): 1,
    ("fill", "valkey"): 2,
    ("kill", "postgres"): 3,
    ("stop", "postgres"): 2,
    ("terminate", "postgres"): 3,  # all its backends
    ("fail over", "pair"): 5,  # from Postgres to its synchronous standby
    ("terminate", "pair"): 2,
    ("fill", "disk"): 3,
    ("fill", "inodes"): 2,
    ("kill", "bot"): 2,
    ("stop", "bot"): 1,
    ("kill", "page"): 1,
    ("stop", "page"): 1,
    ("kill", "runner"): 2,
    ("stop", "runner"): 1,
    ("kill", "zygote"): 2,
    ("stop", "zygote"): 1,
    ("kill", "seat"): 2,
    ("stop", "seat"): 1,
    ("kill", "supervisor"): 2,
    ("stop", "supervisor"): 1,
    **{(kind, line): 1 for line in LINES for kind in ("cut", "halve", "slow", "hold")},
}
PARTS: Final = tuple(dict.fromkeys(part for _, part in KINDS))
LASTING: Final = ("stop", "slow", "hold", "fill")
LONGEST: Final = 30.0  # maximum duration of a fault in seconds
MAX_BYTES: Final = 3_000  # bytes until a connection breaks half-way
ALL: Final = frozenset({"worker", "gateway", "postgres"})
# The part that seats lose by a fault, by the part that it hits.
TAKES: Final = {
    **{part: frozenset({part}) for part in ALL},
    **{part: frozenset({"postgres"}) for part in ("pair", "store line", "disk", "inodes")},
    **dict.fromkeys(("supervisor", "run"), ALL),
}


@dataclass(frozen=True)
class Fault:
    """One fault: *wait* seconds after play has recovered from the previous one; *which* of several parts."""

    kind: str
    part: str
    which: int
    wait: float
    lasts: float

    def __str__(self) -> str:
        return f"{self.kind} {self.part}" + (f" for {self.lasts:.1f} s" if self.lasts else "")

    @property
    def takes(self) -> frozenset[str]:
        """Return what it takes from seats: worker, gateway, postgres, or nothing."""
        return frozenset() if self.kind == "slow" else TAKES.get(self.part, frozenset())


def faults(seed: int, count: int, every: float, parts: Collection[str] = PARTS) -> list[Fault]:
    """Return *count* faults of some *parts*, about one in *every* seconds; a larger *count* only appends."""
    chance = random.Random(seed)
    weights = {kind: weight for kind, weight in KINDS.items() if kind[1] in parts}

    def drawn() -> Fault:
        ((kind, part),) = chance.choices(list(weights), list(weights.values()))
        lasts, which, wait = LONGEST ** chance.random(), chance.randrange(MAX_BYTES), chance.uniform(0, 2 * every)
        return Fault(kind, part, which, wait, lasts if kind in LASTING else 0.0)

    return list(islice(iter(drawn, None), count))
