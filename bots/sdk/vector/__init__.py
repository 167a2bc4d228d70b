"""Bots that think in arrays, many decisions at once (docs/reference/columns.md)."""

from typing import Final

CARDS: Final = 55  # card codes
ACTIONS: Final = 64  # no action of a kind that lists its legal ones is as high
