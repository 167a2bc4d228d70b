"""Shuffle a deck by a seed (docs/rules/sheets/README.md, "The deal is reproducible and verifiable")."""

from typing import Any, Final

from arena.rules.native import i64

DEAL_PREFIX: Final = b"arena-deal-v1"
DRAW_PREFIX: Final = b"arena-draw-v1"
SEED_BYTES: Final = 32
# A random word of LIMITS[n] = floor(2**32 / n) * n or more is rejected, since it would favour some of n cards.
MAX_CARDS: Final = 128
LIMITS: Final[list[i64]] = [0] + [2**32 // n * n for n in range(1, MAX_CARDS + 1)]
NEVER_TOO_LARGE: Final = 2**32 - MAX_CARDS
WORD_BYTES: Final = 4


def commitment(seed: bytes) -> str:
    """Return the seed's SHA-256 hash in hex, which is published before the first deal."""
    import hashlib

    return hashlib.sha256(seed).hexdigest()


def shuffle_deck(deck: list[int], prefix: bytes, seed: bytes, number: int) -> bytes:
    """Return *deck* shuffled for hand or draw *number*, as one byte for each card.

    *prefix*: `DEAL_PREFIX` or `DRAW_PREFIX`. Each swap needs one random word, and another if that is rejected, about
    once in 80 million.
    """
    import hashlib  # imported here, because bots that do not deal never need it

    key = hashlib.shake_256(prefix + seed + number.to_bytes(4, "little"))
    words = len(deck) - 1
    while True:
        cards = deck.copy()
        if _swap_cards(cards, key.digest(WORD_BYTES * words)):
            return bytes(cards)
        words *= 2


def _swap_cards(cards: list[Any], stream: bytes) -> bool:
    """Shuffle *cards* by Fisher-Yates with the words of *stream*; return False if there are too few words."""
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
