"""Locks of the database, and the time that statements may take."""

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


PAGE: Final = 4.0  # a reader of the web page waits this long
CALL: Final = 60.0  # for calls, claims, renewals, results
LONG: Final = 600.0  # for ratings, and for work under an advisory lock
