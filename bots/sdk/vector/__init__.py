"""Bots that answer many decisions at once, with numpy arrays (docs/reference/columns.md)."""

from typing import Final

CARDS: Final = 55  # number of card codes
ACTIONS: Final = 64  # in kinds of decision that list their legal actions, each action is below this
TIME_US: Final = 5_000_000  # the move time in rows without a clock, in microseconds
