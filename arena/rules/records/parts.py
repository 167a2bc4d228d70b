"""Split each seat's score of a finished hand into parts, which add up to its delta."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from arena.rules.games.game import Game
from arena.rules.games.length import starting_pot
from arena.rules.hands.hand import MADE, NO_ROYAL_MARRIAGE, PASSED_OUT, Hand
from arena.rules.hands.layout import layout_of
from arena.rules.hands.seat import Seat
from arena.rules.phases.score_bids import JH, bid_points, jacks_awarded
from arena.rules.rules import DefendersScore, Rules, SetScoring, Stakes, require
from arena.rules.sides import side_of

KITTY: Final = -1  # stands for the kitty where a payer or payee is a seat

Parts = dict[str, int]  # name -> points or dollars


@dataclass(frozen=True)
class Payment:
    """A payment in dollars; *payer* and *payee* are seats or `KITTY`."""

    payer: int
    payee: int
    dollars: int


def parts_of(game: Game, hand: Hand) -> list[Parts]:
    """Return the parts of each seat's score in a finished hand, without parts of 0.

    Names in spades: bid, jacks, bags. In pinochle: bid, melds, tricks; for money: players, kitty; with the alternate
    scoring: contract.
    """
    if hand.outcome == PASSED_OUT:
        parts: list[Parts] = [{} for _ in hand.seats]
    elif game.rules.chips is not None:
        parts = _of_money(game, hand)
    elif game.rules.contract is not None:
        parts = [_of_contract(game.rules, hand, seat) for seat in range(game.rules.seats)]
    else:
        parts = [bid_parts(game.rules, seat) for seat in hand.seats]
    return [{name: points for name, points in each.items() if points} for each in parts]


def bid_parts(rules: Rules, seat: Seat) -> Parts:
    """Return the parts of a seat's score in a hand of spades: bid, award jacks, and the cost of bags."""
    awards = require(rules.awards)
    jacks = jacks_awarded(seat.taken, awards, layout_of(rules.deck))
    bid, jack = int(bid_points(seat.bid, seat.tricks)), awards.points * sum(each != JH for each in jacks)
    return {"bid": bid, "jacks": jack, "bags": int(seat.delta) - bid - jack}


def hand_before(game: Game, hand: Hand) -> Hand | None:
    """Return the previous hand of the same game; None for the first hand."""
    earlier = game.hands[hand.number - 1] if hand.number else None
    return earlier if earlier is not None and earlier.game == hand.game else None


def payments_of(game: Game, hand: Hand) -> Iterator[Payment]:
    """Yield the payments of a hand, clockwise from the declarer, the kitty last (pinochle.md §1)."""
    if game.rules.chips is None or hand.outcome == PASSED_OUT:
        return
    seats = game.rules.seats
    others = [(hand.declarer + place) % seats for place in range(1, seats)]
    earlier = hand_before(game, hand)
    pot = starting_pot(game.rules) if earlier is None else earlier.pot
    for other, change in [*((seat, hand.deltas[seat]) for seat in others), (KITTY, hand.pot - pot)]:
        if change and hand.outcome == MADE:
            yield Payment(other, hand.declarer, -change)
        elif change:
            yield Payment(hand.declarer, other, change)


def _of_money(game: Game, hand: Hand) -> list[Parts]:
    parts: list[Parts] = [{"players": 0, "kitty": 0} for _ in hand.seats]
    for payment in payments_of(game, hand):
        name = "kitty" if KITTY in (payment.payer, payment.payee) else "players"
        for seat, dollars in ((payment.payer, -payment.dollars), (payment.payee, payment.dollars)):
            if seat != KITTY:
                parts[seat][name] += dollars
    return parts


def _of_contract(rules: Rules, hand: Hand, seat: int) -> Parts:
    """Return the parts of a seat's score for a contract; tricks are those of all seats that score together."""
    terms = require(rules.contract)
    delta = hand.deltas[seat]
    if terms.stakes is Stakes.ALTERNATE:
        return {"contract": delta}
    side = side_of(rules, hand.declarer)
    if seat in side:
        team, bid = side, 0 if hand.outcome == MADE else delta
    else:
        own = terms.defenders_score is DefendersScore.OWN
        team = [seat] if own else [other for other in range(rules.seats) if other not in side]
        without_royal = hand.outcome == NO_ROYAL_MARRIAGE and terms.gain_without_royal
        gain_it = hand.outcome != MADE and terms.set_scoring is SetScoring.OPPONENTS_GAIN
        bid = hand.bid * (without_royal + gain_it)  # the defenders' points for the bid that failed
    if delta == bid:
        return {"bid": bid}
    tricks = sum(hand.points[other] for other in team)
    return {"bid": bid, "melds": delta - bid - tricks, "tricks": tricks}
