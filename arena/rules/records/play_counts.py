"""What each seat bid, made and scored with in a game, counted."""

from collections.abc import Iterable
from typing import Final

from arena.rules.games.game import Game
from arena.rules.hands.actions import BLIND_NIL, BLIND_SIX, NIL
from arena.rules.hands.hand import CONCEDED, MADE, NO_ROYAL_MARRIAGE, PASSED_OUT, SET, SINGLE_SET, THROWN_IN, Hand
from arena.rules.hands.seat import Seat
from arena.rules.phases.score_bids import bags_over, bid_points
from arena.rules.records.calls import CALL_COUNTS, count_call
from arena.rules.records.parts import bid_parts
from arena.rules.records.thinking import THINK_COUNTS, thinking
from arena.rules.rules import Rules
from arena.rules.sides import side_of

# Stored by place: new ones come at the end, and none goes away.
COUNTS: Final = (
    "hands",
    "bids",  # of spades: so many tricks, nothing special
    "bid_tricks",
    "bids_made",
    "short_tricks",  # by which the other bids were missed
    "bags",
    "nils",
    "nils_made",
    "blinds",
    "blinds_made",
    "specials",  # one for 50, two for 40, moon
    "specials_made",
    "bid_score",  # points by source, of spades: they add up to the hands' scores
    "jack_score",
    "bag_score",
    "contracts",  # of pinochle: bids that bought the hand
    "contract_bids",  # their sum
    "contracts_made",
    "contracts_given_up",  # conceded, thrown in, or without a marriage: lost without play
    "points_over",  # beyond the bid, of those that were made
    "points_short",  # of those that were played and set
    "meld_points",  # laid, whether or not they came to count
    "trick_points",  # taken, whether or not they came to count
    *CALL_COUNTS,
    *THINK_COUNTS,
)
GIVEN_UP: Final = (CONCEDED, SINGLE_SET, THROWN_IN, NO_ROYAL_MARRIAGE)


def play_counts(game: Game, charges: bytes = b"") -> list[list[int]]:
    """Count what each seat did in finished hands.

    *charges*: what its decisions were charged, as a stored game has it, or nothing. Returns a list a seat, in the
    order of `COUNTS`.
    """
    counts = [dict.fromkeys(COUNTS, 0) for _ in range(game.rules.seats)]
    for hand in game.hands:
        if hand.is_over:
            for seat, own in enumerate(counts):
                _add(own, _of_seat(game.rules, hand, seat))
    for own, thought in zip(counts, thinking(game, charges), strict=True):
        own.update(zip(THINK_COUNTS, thought, strict=True))
    return [list(own.values()) for own in counts]


def _add(counts: dict[str, int], more: Iterable[tuple[str, int]]) -> None:
    for name, count in more:
        counts[name] += count


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
        yield from _contract(rules, hand)


def _bid(seat: Seat) -> Iterable[tuple[str, int]]:
    """Count a bid of spades, which is made if it scores (spades.md, the table of bids)."""
    yield "bags", int(bags_over(seat.bid, seat.tricks))
    kept = int(bid_points(seat.bid, seat.tricks) > 0)
    if seat.bid < NIL:
        yield from (("bids", 1), ("bid_tricks", int(seat.bid)), ("bids_made", kept))
        yield "short_tricks", max(0, int(seat.bid - seat.tricks))
        return
    kind = "nils" if seat.bid == NIL else "blinds" if seat.bid in (BLIND_NIL, BLIND_SIX) else "specials"
    yield from ((kind, 1), (f"{kind}_made", kept))


def _contract(rules: Rules, hand: Hand) -> Iterable[tuple[str, int]]:
    """Count the declarer's contract. For money a hand ends once it is decided: no points over or short."""
    made, given_up = hand.outcome == MADE, hand.outcome in GIVEN_UP
    yield from (("contracts", 1), ("contract_bids", hand.bid))
    yield from (("contracts_made", int(made)), ("contracts_given_up", int(given_up)))
    if rules.contract is not None and hand.outcome in (MADE, SET):
        worth = sum(int(hand.seats[seat].melded) + hand.points[seat] for seat in side_of(rules, hand.declarer))
        yield ("points_over", worth - hand.bid) if made else ("points_short", max(0, hand.bid - worth))
