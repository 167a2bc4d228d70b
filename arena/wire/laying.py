"""Convert the cards of a `discard` or `give` to and from one action of the rules core, without protobuf."""

from collections.abc import Iterable
from typing import Final

from arena.rules import pack_cards, unpack_cards
from arena.wire.refusals import MalformedError

MAX_LAID: Final = 4  # The most cards of one `discard` or `give`.
# Only pinochle lays cards. Its ranks from high to low, and each card's place in the sort order of the rule sheet.
LAID_RANKS: Final = (12, 8, 11, 10, 9, 7)  # A T K Q J 9
SORTED: Final = {
    13 * suit + rank: len(LAID_RANKS) * suit + place for suit in range(4) for place, rank in enumerate(LAID_RANKS)
}


def pack_laid_cards(cards: Iterable[int]) -> int:
    """Return the action that lays *cards*, given in any order. Raises `MalformedError` for other cards or too many."""
    given = list(cards)
    if not 0 < len(given) <= MAX_LAID:
        raise MalformedError(f"{len(given)} cards were laid: give as many as were asked for, 1 to {MAX_LAID}")
    for card in given:
        if card not in SORTED:
            raise MalformedError(f"card {card} is not in a pinochle deck; lay A, T, K, Q, J or 9")
    return pack_cards(sorted(given, key=SORTED.__getitem__))


def unpack_laid_cards(action: int) -> list[int]:
    """Return the cards that *action*, a `discard` or `give`, lays."""
    return unpack_cards(action, (action.bit_length() + 5) // 6)  # no card that can be laid has the code 0
