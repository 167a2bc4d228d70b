"""How a hand ended for one seat, in a line: bid 4, won 3: -40."""

from collections.abc import Iterator
from typing import Final

from arena.rules.games.game import Game
from arena.rules.hands.actions import Kind
from arena.rules.hands.hand import (
    CONCEDED,
    DOUBLE_SET,
    MADE,
    NO_ROYAL_MARRIAGE,
    PASSED_OUT,
    SET,
    SINGLE_SET,
    THROWN_IN,
    Hand,
)
from arena.rules.phases.score_bids import bid_points
from arena.rules.records.parts import parts_of
from arena.rules.reference.words import SUIT_NAMES
from arena.rules.replays.bids import of_seat
from arena.rules.replays.contract import defenders_share, sum_of
from arena.rules.sides import side_of

OUTCOMES: Final = {
    MADE: "made",
    SET: "set",
    NO_ROYAL_MARRIAGE: "lost for want of a royal marriage",
    THROWN_IN: "thrown in",
    CONCEDED: "conceded without the widow",
    SINGLE_SET: "conceded after the widow, a single set",
    DOUBLE_SET: "a double set",
}
PARTS: Final = {"bid": "the bid"}  # another's, that failed


def settled(game: Game, hand: Hand, seat: int, who: list[str]) -> str:
    """Tell what a seat did in a finished hand, and what that brought; *who* names the seats."""
    if game.rules.bids is not None:
        return _bid(game, hand, seat)
    if hand.outcome == PASSED_OUT:
        return "all passed: nothing is scored"
    side = side_of(game.rules, hand.declarer)
    taken = _taken(hand)
    if seat in side:
        taker = "" if seat == hand.declarer else f"its partner {who[hand.declarer]} "
        ended = f"{OUTCOMES[hand.outcome]}, {_came_to(game, hand, seat)}"
        return f"{taker}{taken}{_cards(hand, side)}: {ended}"
    taker = f"{who[hand.declarer]} {taken}: {OUTCOMES[hand.outcome]}"
    return "; ".join([*_said(hand, seat), taker, _defended(game, hand, seat)])


def _bid(game: Game, hand: Hand, number: int) -> str:
    """Tell a hand of spades: the bid, award jacks and bags."""
    seat = hand.seats[number]
    parts = of_seat(game, hand, number)
    if seat.delta != bid_points(seat.bid, seat.tricks):
        parts.append(f"in all {seat.delta:+d}")
    return "; ".join(parts)


def _cards(hand: Hand, side: list[int]) -> str:
    """Tell with which trump and points a side played; "" for a hand without play."""
    if not hand.gathered:
        return ""
    return f" in {SUIT_NAMES[hand.trump]}, with {sum_of(hand, side)}"


def _taken(hand: Hand) -> str:
    """Tell that the declarer has the bid, and whether it ever made one."""
    return f"took it for {hand.bid}" if any(_bids(hand, hand.declarer)) else f"was left with it at {hand.bid}"


def _said(hand: Hand, seat: int) -> Iterator[str]:
    """Tell how far a seat went in the auction that another won."""
    said = _bids(hand, seat)
    if said:
        yield f"bid up to {max(said)}" if any(said) else "passed"


def _bids(hand: Hand, seat: int) -> list[int]:
    """Return what a seat said in the auction; `PASS` is 0."""
    return [action for number, kind, action in hand.entries() if (number, kind) == (seat, Kind.AUCTION)]


def _defended(game: Game, hand: Hand, seat: int) -> str:
    """Tell what a seat got that did not win the auction."""
    parts = {} if game.rules.chips is not None else parts_of(game, hand)[seat]
    together = " of the defenders together" if "tricks" in parts and defenders_share(game.rules) else ""
    told = ", ".join(f"{PARTS.get(name, name)} {points:+d}" for name, points in parts.items()) + together
    return told if len(parts) == 1 else ": ".join(filter(None, [told, _came_to(game, hand, seat)]))


def _came_to(game: Game, hand: Hand, seat: int) -> str:
    """Tell the points of the hand, or the dollars."""
    delta = hand.deltas[seat]
    unit = "" if game.rules.chips is None else " dollar" if abs(delta) == 1 else " dollars"
    return f"{delta:+d}{unit}"
