"""Convert cards that are laid or given to and from one core action, without protobuf."""

from collections.abc import Iterable
from typing import Final

from arena.rules import pack_cards, unpack_cards
from arena.wire.refusals import MalformedError

MAX_LAID: Final = 4  # Cards of one `discard` or `give`.
# Only pinochle lays cards. Its ranks from high to low, and each card's place in the sort order of the rule sheet.
LAID_RANKS: Final = (12, 8, 11, 10, 9, 7)  # A T K Q J 9
SORTED: Final = {
    13 * suit + rank: len(LAID_RANKS) * suit + place for suit in range(4) for place, rank in enumerate(LAID_RANKS)
}


def packed(cards: Iterable[int]) -> int:
    """Return the action that lays these cards, given in any order; raises `MalformedError`."""
    given = list(cards)
    if not 0 < len(given) <= MAX_LAID:
        raise MalformedError(f"{len(given)} cards were laid: give as many as were asked for, 1 to {MAX_LAID}")
    for card in given:
        if card not in SORTED:
            raise MalformedError(f"card {card} is in no pinochle deck")
    return pack_cards(sorted(given, key=SORTED.__getitem__))


def laid(action: int) -> list[int]:
    """Return the cards of a `discard` or `give`."""
    return unpack_cards(action, (action.bit_length() + 5) // 6)  # no card that can be laid has the code 0
