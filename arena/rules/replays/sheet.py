"""Describe the score sheet of a game: the outcome and the scores of each hand."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
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
from arena.rules.records.parts import Payment, parts_of, payments_of
from arena.rules.replays.contract import (
    chips_for,
    defenders_share,
    format_bids,
    format_contract,
    format_payments,
    format_sum,
    list_parts,
)
from arena.rules.sides import side_of
from arena.rules.words import SUIT_NAMES


def tally(game: Game, hand: Hand, who: list[str]) -> Iterator[str]:
    """Describe a hand's outcome and scores in lines, none before its end; *who*: names by seat."""
    if not hand.is_over:
        return
    if game.rules.bids is not None:
        yield from format_bids(game, hand, who)
    elif game.rules.chips is not None:
        yield from format_payments(game, hand, who)
    else:
        yield from format_contract(game.rules, hand, who)
    if hand.game_winners:
        yield f"Game {hand.game + 1} is won by {' and '.join(who[seat] for seat in hand.game_winners)}"


OUTCOMES: Final = {
    MADE: "made",
    SET: "set",
    NO_ROYAL_MARRIAGE: "lost for want of a royal marriage",
    THROWN_IN: "thrown in",
    CONCEDED: "conceded without the widow",
    SINGLE_SET: "conceded after the widow, a single set",
    DOUBLE_SET: "a double set",
}
PARTS: Final = {"bid": "the bid"}  # words for a defender's points from the declarer's failed bid


def format_result(game: Game, hand: Hand, seat: int, who: list[str]) -> str:
    """Describe a finished hand from the point of view of *seat*, with its result; *who*: names by seat."""
    if game.rules.bids is not None:
        return _bid(game, hand, seat)
    if hand.outcome == PASSED_OUT:
        return "all passed: nothing is scored"
    side = side_of(game.rules, hand.declarer)
    taken = f"took it for {hand.bid}" if any(_bids(hand, hand.declarer)) else f"was left with it at {hand.bid}"
    if seat in side:
        taker = "" if seat == hand.declarer else f"its partner {who[hand.declarer]} "
        ended = f"{OUTCOMES[hand.outcome]}, {_format_result_of(game, hand, seat)}"
        return f"{taker}{taken}{_cards(hand, side)}: {ended}"
    taker = f"{who[hand.declarer]} {taken}: {OUTCOMES[hand.outcome]}"
    bids = _bids(hand, seat)
    own = [f"bid up to {max(bids)}" if any(bids) else "passed"] if bids else []
    return "; ".join([*own, taker, _format_defence(game, hand, seat)])


def _bid(game: Game, hand: Hand, number: int) -> str:
    seat = hand.seats[number]
    parts = list_parts(game, hand, number)
    if seat.delta != bid_points(seat.bid, seat.tricks):
        parts.append(f"in all {seat.delta:+d}")
    return "; ".join(parts)


def _cards(hand: Hand, side: list[int]) -> str:
    if not hand.gathered:
        return ""
    return f" in {SUIT_NAMES[hand.trump]}, with {format_sum(hand, side)}"


def _bids(hand: Hand, seat: int) -> list[int]:
    """Return a seat's bids in the auction; 0 is a pass."""
    return [action for number, kind, action in hand.entries() if (number, kind) == (seat, Kind.AUCTION)]


def _format_defence(game: Game, hand: Hand, seat: int) -> str:
    parts = {} if game.rules.chips is not None else parts_of(game, hand)[seat]
    together = " of the defenders together" if "tricks" in parts and defenders_share(game.rules) else ""
    text = ", ".join(f"{PARTS.get(name, name)} {points:+d}" for name, points in parts.items()) + together
    return text if len(parts) == 1 else ": ".join(filter(None, [text, _format_result_of(game, hand, seat)]))


def _format_result_of(game: Game, hand: Hand, seat: int) -> str:
    delta = hand.deltas[seat]
    unit = "" if game.rules.chips is None else " dollar" if abs(delta) == 1 else " dollars"
    return f"{delta:+d}{unit}"


Chips = list[tuple[str, int]]  # (color, count), the most valuable first


@dataclass(frozen=True)
class Scored:
    """A seat's result in a hand; *parts*: (name, points or dollars), which add up to *delta*.

    *score*, *bags*: after the hand; *bags* is None outside spades. *chips*: the score as chips if it is money, else [].
    """

    parts: list[tuple[str, int]]
    delta: int
    score: int
    bags: int | None
    chips: Chips


@dataclass(frozen=True)
class Sheet:
    """The score sheet of one hand; `lines`: its lines in words.

    *hand* and *game* count from 0. *winners*: seats that won a game with this hand. *pot*: dollars in the kitty after
    the hand, None without money.
    """

    hand: int
    game: int
    lines: list[str]
    seats: list[Scored]
    payments: list[Payment]
    pot: int | None
    pot_chips: Chips
    winners: list[int]


def score_sheet(game: Game, who: Sequence[str]) -> list[Sheet]:
    """Return the score sheets of all finished hands; *who*: names by seat."""
    money, sheets = game.rules.chips is not None, []
    for hand in game.hands:
        if hand.is_over:
            seats = [
                Scored(
                    list(parts.items()),
                    int(seat.delta),
                    int(seat.score),
                    None if game.rules.bags is None else int(seat.bags),
                    chips_for(int(seat.score)) if money else [],
                )
                for seat, parts in zip(hand.seats, parts_of(game, hand), strict=True)
            ]
            lines, paid = list(tally(game, hand, list(who))), list(payments_of(game, hand))
            pot, pot_chips = (hand.pot, chips_for(hand.pot)) if money else (None, [])
            sheets.append(Sheet(hand.number, hand.game, lines, seats, paid, pot, pot_chips, list(hand.game_winners)))
    return sheets
