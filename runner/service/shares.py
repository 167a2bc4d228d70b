"""How many seats each version gets, so that all that are promised fit."""

from collections.abc import Mapping
from typing import Final

LEAST: Final = 2  # seats: where partners play, a bot may hold both of its side
MOST: Final = 32
OF_A_CORE: Final = 32  # of all versions: at each table one thinks, and waits for the others' thoughts


def seats_of(memory_mib: Mapping[str, int], total_mib: int, cores: int) -> dict[str, int]:
    """Return how many seats each version may offer; those without any are left out.

    *memory_mib*: of a seat, by version, in the order in which versions are served. Each gets as
    many; where not all can have `LEAST`, the first ones get those.
    """
    each = total_mib // max(1, sum(memory_mib.values()))
    if each >= LEAST:
        by_cores = cores * OF_A_CORE // max(1, len(memory_mib))
        return dict.fromkeys(memory_mib, max(LEAST, min(each, by_cores, MOST)))
    held: dict[str, int] = {}
    left = total_mib
    for version, memory in memory_mib.items():
        if LEAST * memory <= left:
            held[version] = LEAST
            left -= LEAST * memory
    return held
