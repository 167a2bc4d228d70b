"""The cards that count in tricks (pinochle.md, Counters)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from arena.rules.cards import RANKS
from arena.rules.layout import Layout
from arena.rules.melding import SUITS

if TYPE_CHECKING:
    from mypy_extensions import i64

COUNTER_RANKS: Final[list[int]] = [RANKS.index(rank) for rank in "ATK"]
COUNTERS: Final[list[int]] = [13 * suit + rank for suit in SUITS for rank in COUNTER_RANKS]


def counters(layout: Layout, cards: i64) -> int:
    """How many aces, tens and kings there are."""
    return sum([layout.count(cards, code) for code in COUNTERS])
