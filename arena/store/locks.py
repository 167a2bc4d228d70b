"""Define the keys of advisory locks, the sizes of pools, and the timeouts of statements in seconds."""

from typing import Final

_ARENA: Final = 0x6172656E61  # the bytes of the text "arena"

MIGRATE: Final = _ARENA
RATE: Final = _ARENA << 8 | 1
SWEEP: Final = _ARENA << 8 | 2
DRAW: Final = _ARENA << 8 | 4  # held while Swiss rounds and ladder batches are drawn
ARCHIVE: Final = _ARENA << 8 | 5
FIT: Final = _ARENA << 8 | 6  # held while official tables are fitted
CHALLENGE: Final = _ARENA << 8 | 7


POOLS: Final = {"gateway": (4, 2), "worker": (4,), "page": (4,)}  # the most connections of each pool of a process

PAGE: Final = 4.0  # for readers of the web page
CALL: Final = 60.0  # for API calls, claims, lease renewals and results
LONG: Final = 600.0  # for ratings, and for work under an advisory lock
