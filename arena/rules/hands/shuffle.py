"""The shuffle that a seed decides and anybody can repeat.

docs/rules/sheets/README.md, "The deal is reproducible and verifiable".
"""

from __future__ import annotations

import hashlib
import struct
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from mypy_extensions import i64

DEAL_PREFIX: Final = b"arena-deal-v1"
DRAW_PREFIX: Final = b"arena-draw-v1"
SEED_BYTES: Final = 32
# For n cards to choose from, words of this size or more would favour some: floor(2**32 / n) * n, above 2**32 - n.
MOST_CARDS: Final = 128
LIMITS: Final[list[i64]] = [0] + [2**32 // n * n for n in range(1, MOST_CARDS + 1)]
NEVER_TOO_LARGE: Final = 2**32 - MOST_CARDS


def commitment(seed: bytes) -> str:
    """SHA-256 of the seed, in hex: published before any card is dealt."""
    return hashlib.sha256(seed).hexdigest()


def shuffled(deck: list[int], prefix: bytes, seed: bytes, number: int) -> bytes:
    """*deck* shuffled by the seed for hand (or draw) *number*, a byte for each card.

    One word of the stream a swap is enough but for a rejected word, about once in 80 million.
    """
    key = hashlib.shake_256(prefix + seed + number.to_bytes(4, "little"))
    words = len(deck) - 1
    while True:
        cards = deck.copy()
        if _swapped(cards, struct.unpack(f"<{words}I", key.digest(4 * words))):
            return bytes(cards)
        words *= 2


def _swapped(cards: list[Any], words: tuple[int, ...]) -> bool:
    """Fisher-Yates in place with these words; False if rejections leave too few."""
    left: i64 = len(cards)
    for drawn in words:
        word: i64 = drawn
        if word > NEVER_TOO_LARGE and word >= LIMITS[left]:
            continue
        other: i64 = word % left
        left -= 1
        cards[left], cards[other] = cards[other], cards[left]
        if left == 1:
            return True
    return False
