"""Define the codes of cards, the same in every variant, and their texts, such as "TD".

A code is 13 * suit + rank. Suits S D C H are 0 to 3; ranks 23456789TJQKA are 0 to 12. The jokers X1, X2 and X3 are 52,
53 and 54. All copies of a card have the same code.
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
    """Return the text of a card code: "2S" for 0, "X1" for 52."""
    return TEXTS[code]


def card_code(text: str) -> int:
    """Return the code of a card's text, such as "TD". Raises `MalformedActionError` for other texts."""
    code = CARD_CODES.get(text)
    if code is None:
        raise MalformedActionError(f"{shown(text)} is not a card; give a rank of {RANKS} and a suit of {SUITS}")
    return code


def suit_code(text: str) -> int:
    """Return the number of a suit's letter: 0 for "S", 3 for "H". Raises `MalformedActionError` for other texts."""
    if len(text) != 1 or text not in SUITS:
        raise MalformedActionError(f"{shown(text)} is not a suit; give one of {', '.join(SUITS)}")
    return SUITS.index(text)
