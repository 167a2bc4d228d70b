"""The kinds of bots of the load: their think times and misbehaviour."""

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final

Think = Callable[[random.Random], float]


@dataclass(frozen=True)
class Kind:
    """A kind of bot: its *share* of the bots, seconds to *think*, and unasked *repeats* of each answer."""

    share: float
    think: Think
    repeats: int = 0
    is_columnar: bool = False


def about(median: float, spread: float) -> Think:
    """Return think times that are log-normal: *spread* is the deviation of their logarithm."""
    return lambda chance: median * chance.lognormvariate(0.0, spread)


NEVER: Final = float("inf")
KINDS: Final = {
    "fast": Kind(0.4, about(0.02, 0.5)),
    "thinking": Kind(0.36, about(0.7, 1.0)),
    "columnar": Kind(0.2, about(0.05, 0.5), is_columnar=True),
    "silent": Kind(0.02, lambda _: NEVER),
    "flooding": Kind(0.02, about(0.02, 0.5), repeats=100),
    "probe": Kind(0.0, about(0.02, 0.5)),  # probes share tables, and time the arena
}


def name_bots(bots: int) -> Iterator[str]:
    """Yield the names of so many bots, each kind its share; a name contains the kind."""
    taken = 0.0
    for kind in KINDS:
        first, taken = round(bots * taken), taken + KINDS[kind].share
        for number in range(round(bots * taken) - first):
            yield f"{kind}-{number:03}"


def kind_of(name: str) -> Kind:
    """Return the kind of a bot by its name."""
    return KINDS[name.partition("-")[0]]
