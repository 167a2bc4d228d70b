"""Count each seat's thinking time: before the play, for cards, and decisions by duration.

Decisions in batches are left out: only the batches' times are known.
"""

from collections.abc import Iterable
from typing import Final, NamedTuple

from arena.rules.games.game import Game
from arena.rules.hands.actions import Kind
from arena.rules.hands.packed import unpack
from arena.rules.native import i64

NOT_MEASURED: Final = 0


class Charge(NamedTuple):
    """Time in milliseconds, rounded; *in_batch*: the time of a whole batch with the decision."""

    ms: int
    in_batch: bool


def charge_code(us: i64, in_batch: bool) -> i64:
    code: i64 = 1 + 2 * ((us + 500) // 1000)
    return code + 1 if in_batch else code


def charges_of(codes: Iterable[int]) -> list[Charge | None]:
    """Return the charges of packed numbers; None is `NOT_MEASURED`."""
    return [Charge((code - 1) // 2, code % 2 == 0) if code else None for code in codes]


# Milliseconds; a longer decision counts only as timed alone.
WITHIN: Final = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000, 10_000, 20_000, 50_000)
THINK_COUNTS: Final = ("said_timed", "said_ms", "cards_timed", "cards_ms", *(f"took_{most}" for most in WITHIN))
CARDS: Final = 2  # index of the first count of cards
TOOK: Final = 4  # index of the first count by duration


def thinking(game: Game, charges: bytes) -> list[list[int]]:
    """Return the counts of each seat in the order of `THINK_COUNTS`; *charges*: of all decisions, or none."""
    counts = [[0] * len(THINK_COUNTS) for _ in range(game.rules.seats)]
    if not has_alone(charges):
        return counts
    codes, place = unpack(charges), 0
    for hand in game.hands:
        for seat, kind, _ in hand.decisions():
            code: i64 = codes[place]
            place += 1
            if code & 1:
                _count(counts[seat], kind == Kind.PLAY, code >> 1)
    return counts


def has_alone(charges: bytes) -> bool:
    """Return whether any decision was charged by itself: an odd number (`charges.py`)."""
    begins = True
    for byte in charges:
        if begins and byte & 1:
            return True
        begins = byte < 128
    return False


def _count(counts: list[int], is_card: bool, ms: i64) -> None:
    begin = CARDS if is_card else 0
    counts[begin] += 1
    counts[begin + 1] += ms
    for slot, most in enumerate(WITHIN):
        if ms <= most:
            counts[TOOK + slot] += 1
            return
