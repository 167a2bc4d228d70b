"""Count each seat's thinking time: before the play, for cards, and the number of decisions by duration.

Decisions in batches are left out, because only the time of a whole batch is known.
"""

from collections.abc import Iterable
from typing import Final, NamedTuple

from arena.rules.games.game import Game
from arena.rules.hands.actions import Kind
from arena.rules.hands.packed import unpack
from arena.rules.native import i64

NOT_MEASURED: Final = 0


class Charge(NamedTuple):
    """The time charged for a decision, in milliseconds; *in_batch*: the time is that of its whole batch."""

    ms: int
    in_batch: bool


def charge_code(us: i64, in_batch: bool) -> i64:
    code: i64 = 1 + 2 * ((us + 500) // 1000)
    return code + 1 if in_batch else code


def charges_of(codes: Iterable[int]) -> list[Charge | None]:
    """Return the charges that `charge_code` coded; None for a decision that was not measured."""
    return [Charge((code - 1) // 2, code % 2 == 0) if code else None for code in codes]


# Upper limits of durations in milliseconds. Longer decisions are counted in the sums only.
WITHIN: Final = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000, 10_000, 20_000, 50_000)
THINK_COUNTS: Final = ("said_timed", "said_ms", "cards_timed", "cards_ms", *(f"took_{most}" for most in WITHIN))
CARDS: Final = 2  # index of "cards_timed"
TOOK: Final = 4  # index of the first "took_" count


def thinking(game: Game, charges: bytes) -> list[list[int]]:
    """Return each seat's counts in the order of `THINK_COUNTS`; *charges*: packed codes of all decisions, or b""."""
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
    """Return whether any decision was charged by itself, which an odd code says; *charges*: packed codes."""
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
