"""Bots that compute with arrays, many decisions at once (docs/reference/columns.md)."""

from typing import Final

CARDS: Final = 55  # card codes
ACTIONS: Final = 64  # actions of kinds that list their legal ones are below this
TIME_US: Final = 5_000_000  # written in each row where no clock runs
