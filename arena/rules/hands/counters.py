"""The cards that count in tricks (pinochle.md, Counters)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arena.rules.hands.layout import Layout

if TYPE_CHECKING:
    from mypy_extensions import i64


def counters(layout: Layout, cards: i64) -> int:
    """Return how many aces, tens and kings there are."""
    return layout.total(cards & layout.counters)
