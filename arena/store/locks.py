"""Keys of the database's advisory locks.

Each stands for work that one process at a time may do.
"""

from typing import Final

_ARENA: Final = 0x6172656E61  # "arena"

MIGRATE: Final = _ARENA
RATE: Final = _ARENA << 8 | 1
SWEEP: Final = _ARENA << 8 | 2
DRAW: Final = _ARENA << 8 | 4  # rounds and batches
ARCHIVE: Final = _ARENA << 8 | 5
FIT: Final = _ARENA << 8 | 6  # the official tables
CHALLENGE: Final = _ARENA << 8 | 7
BENCHMARK: Final = _ARENA << 8 | 8
