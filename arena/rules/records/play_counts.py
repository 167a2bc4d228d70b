"""Count each seat's bids, made bids and sources of points in a game, for statistics."""

from collections.abc import Iterable
from typing import Final

from arena.rules.games.game import Game
from arena.rules.hands.actions import BLIND_NIL, BLIND_SIX, NIL
from arena.rules.hands.hand import CONCEDED, MADE, NO_ROYAL_MARRIAGE, PASSED_OUT, SET, SINGLE_SET, THROWN_IN, Hand
from arena.rules.hands.seat import Seat
from arena.rules.phases.score_bids import bags_over, bid_points
from arena.rules.records.parts import bid_parts
from arena.rules.records.thinking import THINK_COUNTS, thinking
from arena.rules.rules import Rules, require
from arena.rules.sides import side_of

# Each bid is counted in a slot. In spades, slot i is a bid of i + 1 tricks; nil, blind and other special bids follow.
# In pinochle, the slot is the band of steps from the minimum bid to the declarer's bid.
MAX_TRICKS: Final = 18  # cards of a hand with three players and two jokers
NIL_SLOT: Final = MAX_TRICKS
BLIND_SLOT: Final = NIL_SLOT + 1
OTHER_SLOT: Final = NIL_SLOT + 2
SLOTS: Final = OTHER_SLOT + 1
BANDS: Final = (0, 1, 3, 6, 11)  # the first number of steps above the minimum bid in each band

CALLS_OF_SPADES: Final = (*(str(tricks) for tricks in range(1, MAX_TRICKS + 1)), "nil", "blind", "other special")
CALLS_OF_PINOCHLE: Final = ("the least", "1 or 2 steps more", "3 to 5 more", "6 to 10 more", "11 or more")
CALL_COUNTS: Final = tuple(
    f"{count}_{slot}" for slot in range(SLOTS) for count in ("called", "called_made", "called_points")
)

# Counts are stored by position: append new counts at the end, and never remove one.
COUNTS: Final = (
    "hands",
    "bids",  # spades: bids of a number of tricks, without special bids
    "bid_tricks",
    "bids_made",
    "short_tricks",  # tricks missing from bids that were not made
    "bags",
    "nils",
    "nils_made",
    "blinds",
    "blinds_made",
    "specials",  # one for 50, two for 40, moon
    "specials_made",
    "bid_score",  # spades: points by source; the three counts add up to the scores of hands
    "jack_score",
    "bag_score",
    "contracts",  # pinochle: hands in which the seat was declarer
    "contract_bids",  # sum of the declarer's bids
    "contracts_made",
    "contracts_given_up",  # lost without play: conceded, thrown in, or without a marriage
    "points_over",  # points beyond the bid, of made contracts
    "points_short",  # points missing, of contracts that were played and set
    "meld_points",  # points of laid melds, whether or not they counted in the end
    "trick_points",  # points taken in tricks, whether or not they counted in the end
    *CALL_COUNTS,
    *THINK_COUNTS,
)
GIVEN_UP: Final = (CONCEDED, SINGLE_SET, THROWN_IN, NO_ROYAL_MARRIAGE)


def play_counts(game: Game, charges: bytes = b"") -> list[list[int]]:
    """Count each seat's play in finished hands; one list for each seat, in the order of `COUNTS`.

    *charges*: the packed charge of each decision, as in a stored game, or b"" without times.
    """
    counts = [dict.fromkeys(COUNTS, 0) for _ in range(game.rules.seats)]
    for hand in game.hands:
        if hand.is_over:
            for seat, own in enumerate(counts):
                for name, count in _of_seat(game.rules, hand, seat):
                    own[name] += count
    for own, thought in zip(counts, thinking(game, charges), strict=True):
        own.update(zip(THINK_COUNTS, thought, strict=True))
    return [list(own.values()) for own in counts]


def _of_seat(rules: Rules, hand: Hand, number: int) -> Iterable[tuple[str, int]]:
    seat = hand.seats[number]
    yield "hands", 1
    yield from count_call(rules, hand, number)
    if rules.bags is not None:
        yield from _bid(seat)
        parts = bid_parts(rules, seat)
        yield from (("bid_score", parts["bid"]), ("jack_score", parts["jacks"]), ("bag_score", parts["bags"]))
        return
    yield "meld_points", int(seat.melded)
    yield "trick_points", int(seat.points)
    if hand.declarer == number and hand.outcome != PASSED_OUT:
        # Points over or short are not counted for money: such hands end when decided.
        is_made, given_up = hand.outcome == MADE, hand.outcome in GIVEN_UP
        yield from (("contracts", 1), ("contract_bids", hand.bid))
        yield from (("contracts_made", int(is_made)), ("contracts_given_up", int(given_up)))
        if rules.contract is not None and hand.outcome in (MADE, SET):
            worth = sum(int(hand.seats[seat].melded) + hand.points[seat] for seat in side_of(rules, hand.declarer))
            yield ("points_over", worth - hand.bid) if is_made else ("points_short", max(0, hand.bid - worth))


def _bid(seat: Seat) -> Iterable[tuple[str, int]]:
    """Count a bid of spades. It is made if it scores points (spades.md, the table of bids)."""
    yield "bags", int(bags_over(seat.bid, seat.tricks))
    is_made = int(bid_points(seat.bid, seat.tricks) > 0)
    if seat.bid < NIL:
        yield from (("bids", 1), ("bid_tricks", int(seat.bid)), ("bids_made", is_made))
        yield "short_tricks", max(0, int(seat.bid - seat.tricks))
        return
    kind = "nils" if seat.bid == NIL else "blinds" if seat.bid in (BLIND_NIL, BLIND_SIX) else "specials"
    yield from ((kind, 1), (f"{kind}_made", is_made))


def calls_of(rules: Rules) -> tuple[str, ...]:
    """Return names for the slots that these rules use, from slot 0 on."""
    return CALLS_OF_SPADES if rules.bags is not None else CALLS_OF_PINOCHLE


def count_call(rules: Rules, hand: Hand, number: int) -> Iterable[tuple[str, int]]:
    """Yield counts for the bid of seat *number* in a finished hand; in pinochle only for the declarer.

    Points are the change of its score by the hand, or dollars if money is played for.
    """
    seat = hand.seats[number]
    if rules.bags is not None:
        slot, is_made = _slot_of(int(seat.bid)), bid_points(seat.bid, seat.tricks) > 0
    elif hand.declarer == number and hand.outcome != PASSED_OUT:
        auction = require(rules.auction)
        steps = (hand.bid - auction.min_bid) // auction.step
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
