"""The seeded shuffle (docs/rules/sheets/README.md, "The deal is reproducible and verifiable")."""

from typing import Any, Final

from arena.rules.native import i64

DEAL_PREFIX: Final = b"arena-deal-v1"
DRAW_PREFIX: Final = b"arena-draw-v1"
SEED_BYTES: Final = 32
# Words from LIMITS[n] = floor(2**32 / n) * n on, above 2**32 - n, would favour some of n cards.
MAX_CARDS: Final = 128
LIMITS: Final[list[i64]] = [0] + [2**32 // n * n for n in range(1, MAX_CARDS + 1)]
NEVER_TOO_LARGE: Final = 2**32 - MAX_CARDS
WORD_BYTES: Final = 4


def commitment(seed: bytes) -> str:
    """Return the seed's SHA-256 in hex, published before any deal."""
    import hashlib

    return hashlib.sha256(seed).hexdigest()


def shuffle_deck(deck: list[int], prefix: bytes, seed: bytes, number: int) -> bytes:
    """Return *deck* shuffled for hand (or draw) *number*, one byte per card.

    One word of the stream per swap suffices, unless one is rejected, about once in 80 million.
    """
    import hashlib  # only dealers need it: a bot at an arena does not load it

    key = hashlib.shake_256(prefix + seed + number.to_bytes(4, "little"))
    words = len(deck) - 1
    while True:
        cards = deck.copy()
        if _swap_cards(cards, key.digest(WORD_BYTES * words)):
            return bytes(cards)
        words *= 2


def _swap_cards(cards: list[Any], stream: bytes) -> bool:
    """Apply Fisher-Yates with the words of *stream*; False if rejections leave too few."""
    left: i64 = len(cards)
    for at in range(0, len(stream), WORD_BYTES):
        lowest: i64 = stream[at]
        low: i64 = stream[at + 1]
        high: i64 = stream[at + 2]
        highest: i64 = stream[at + 3]
        word: i64 = lowest | low << 8 | high << 16 | highest << 24
        if word > NEVER_TOO_LARGE and word >= LIMITS[left]:
            continue
        other: i64 = word % left
        left -= 1
        cards[left], cards[other] = cards[other], cards[left]
        if left == 1:
            return True
    return False
