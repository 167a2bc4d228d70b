"""Which bids were called, how often they were made, and what the hands scored: for calibration.

A call has a slot. In spades it is the tricks bid, and behind them nil, blind bids and other special
ones; in pinochle how far the declarer's bid is above the least one, in steps of the auction.
"""

from collections.abc import Iterable
from typing import Final

from arena.rules.hands.actions import BLIND_NIL, BLIND_SIX, NIL
from arena.rules.hands.hand import MADE, PASSED_OUT, Hand
from arena.rules.phases.score_bids import bid_points
from arena.rules.rules import Rules

MOST_TRICKS: Final = 18  # of three players with two jokers
NIL_SLOT: Final = MOST_TRICKS
BLIND_SLOT: Final = NIL_SLOT + 1
OTHER_SLOT: Final = NIL_SLOT + 2
SLOTS: Final = OTHER_SLOT + 1
BANDS: Final = (0, 1, 3, 6, 11)  # steps above the least bid from which a band begins

CALLS_OF_SPADES: Final = (*(str(tricks) for tricks in range(1, MOST_TRICKS + 1)), "nil", "blind", "other special")
CALLS_OF_PINOCHLE: Final = ("the least", "1 or 2 steps more", "3 to 5 more", "6 to 10 more", "11 or more")
CALL_COUNTS: Final = tuple(
    f"{count}_{slot}" for slot in range(SLOTS) for count in ("called", "called_made", "called_points")
)


def calls_of(rules: Rules) -> tuple[str, ...]:
    """Return what the first slots are called in this game."""
    return CALLS_OF_SPADES if rules.bags is not None else CALLS_OF_PINOCHLE


def count_call(rules: Rules, hand: Hand, number: int) -> Iterable[tuple[str, int]]:
    """Count the bid of seat *number* in a finished hand; in pinochle of the declarer alone.

    Points are the hand's change of its score, in dollars where money is played for.
    """
    seat = hand.seats[number]
    if rules.bags is not None:
        slot, is_made = _slot_of(int(seat.bid)), bid_points(seat.bid, seat.tricks) > 0
    elif hand.declarer == number and hand.outcome != PASSED_OUT:
        assert rules.auction is not None
        steps = (hand.bid - rules.auction.min_bid) // rules.auction.step
        slot, is_made = sum(steps >= band for band in BANDS[1:]), hand.outcome == MADE
    else:
        return
    yield f"called_{slot}", 1
    yield f"called_made_{slot}", int(is_made)
    yield f"called_points_{slot}", int(seat.delta)


def _slot_of(bid: int) -> int:
    if bid < NIL:
        return bid - 1
    return NIL_SLOT if bid == NIL else BLIND_SLOT if bid in (BLIND_NIL, BLIND_SIX) else OTHER_SLOT
