"""Card codes, the same in every variant, and their texts ("TD").

A code is 13 * suit + rank, with suits SDCH = 0..3 and ranks 23456789TJQKA = 0..12. Jokers X1 X2 X3 are 52, 53, 54.
Two copies of a card have the same code.
"""

from typing import Final

from arena.rules.errors import MalformedActionError, shown

SUITS: Final = "SDCH"
RANKS: Final = "23456789TJQKA"
SPADES: Final = 0
NO_SUIT: Final = -1

JOKERS: Final[list[int]] = [52, 53, 54]

TEXTS: Final[list[str]] = [rank + suit for suit in SUITS for rank in RANKS] + ["X1", "X2", "X3"]
CARD_CODES: Final[dict[str, int]] = {text: code for code, text in enumerate(TEXTS)}


def card_text(code: int) -> str:
    """Return the text of a card code: 0 is "2S"."""
    return TEXTS[code]


def card_code(text: str) -> int:
    """Return the code of a card's text; raises `MalformedActionError`."""
    code = CARD_CODES.get(text)
    if code is None:
        raise MalformedActionError(f"{shown(text)} is no card: accepted is a rank of {RANKS} and a suit of {SUITS}")
    return code


def suit_code(text: str) -> int:
    """Return the number of a suit letter; raises `MalformedActionError`."""
    if len(text) != 1 or text not in SUITS:
        raise MalformedActionError(f"{shown(text)} is no suit: accepted is one of {', '.join(SUITS)}")
    return SUITS.index(text)
