"""Who pays whom after a hand for money (pinochle.md §1)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arena.rules.hands.counters import counters
from arena.rules.hands.hand import CONCEDED, DOUBLE_SET, MADE, PASSED_OUT, Hand
from arena.rules.hands.table import Table
from arena.rules.rules import Chips

if TYPE_CHECKING:
    from mypy_extensions import i64


def chips_of(table: Table) -> Chips:
    """The rules of the money."""
    chips = table.rules.chips
    assert chips is not None
    return chips


def begin(table: Table) -> bool:
    """Pay; nobody is asked. The sum of purses and kitty stays what it was."""
    hand = table.hand
    before = [int(seat.score) for seat in table.seats]
    count_tricks(table)
    if hand.outcome == MADE:
        pay_declarer(table)
    elif hand.outcome != PASSED_OUT:
        pay_others(table)
    for seat, purse in zip(table.seats, before, strict=True):
        seat.delta = seat.score - purse
        hand.broke = hand.broke or seat.score == 0
    hand.pot = table.pot
    return True


def count_tricks(table: Table) -> None:
    """Each seat's own trick points; the declarer's discards count once it has won a trick."""
    for seat in table.seats:
        seat.points = counters(table.layout, seat.taken) if seat.tricks else 0
    if table.hand.gathered and is_played_out(table):
        table.seats[table.hand.last_winner].points += chips_of(table).last_trick


def is_played_out(table: Table) -> bool:
    """Whether nobody has a card left."""
    return table.seats[0].cards == 0


def counted(table: Table) -> int:
    """The declarer's meld, and the counters it took or laid away, the last trick among them."""
    hand = table.hand
    total = table.seats[hand.declarer].melded + counters(table.layout, table.seats[hand.declarer].taken)
    if hand.gathered and hand.last_winner == hand.declarer and is_played_out(table):
        total += chips_of(table).last_trick
    return total


def decide(table: Table) -> bool:
    """Whether the hand is decided, between tricks: it is made, or it can't be any more. Sets the outcome then."""
    hand = table.hand
    total = counted(table)
    if table.seats[hand.declarer].melded >= hand.bid or (table.seats[hand.declarer].tricks and total >= hand.bid):
        hand.outcome = MADE
        return True
    held = sum([counters(table.layout, seat.cards) for seat in table.seats])
    if is_played_out(table) or total + held + chips_of(table).last_trick < hand.bid:
        hand.outcome = DOUBLE_SET
        return True
    return False


def value(chips: Chips, hand: Hand) -> int:
    """V, the value of the bid; doubled once the dear suit is named trump."""
    worth = [amount for least, amount in chips.values if hand.bid >= least][0]  # noqa: RUF015
    return 2 * worth if hand.trump == chips.doubled_trump else worth


def pay_declarer(table: Table) -> None:
    """The defenders pay one after another from the declarer's left, the kitty last."""
    hand = table.hand
    chips = chips_of(table)
    amount = value(chips, hand)
    declarer = table.seats[hand.declarer]
    payer: i64 = table.left_of(hand.declarer)
    while payer != hand.declarer:
        declarer.score += paid(table, payer, amount)
        payer = table.left_of(payer)
    if hand.bid >= chips.kitty_from:
        from_pot: i64 = min(amount, table.pot)
        table.pot -= from_pot
        declarer.score += from_pot


def pay_others(table: Table) -> None:
    """The declarer pays each defender from its left, the kitty last; who conceded before the widow pays that alone."""
    hand = table.hand
    chips = chips_of(table)
    amount = value(chips, hand) * (2 if hand.outcome == DOUBLE_SET else 1)
    if hand.outcome != CONCEDED:
        payee: i64 = table.left_of(hand.declarer)
        while payee != hand.declarer:
            table.seats[payee].score += paid(table, hand.declarer, amount)
            payee = table.left_of(payee)
    if hand.outcome == CONCEDED or hand.bid >= chips.kitty_from:
        table.pot += paid(table, hand.declarer, amount)


def paid(table: Table, payer: i64, amount: int) -> int:
    """Take an amount out of a purse, cut to what is there: who is cut short is broke."""
    seat = table.seats[payer]
    part: int = min(amount, int(seat.score))
    seat.score -= part
    if part < amount:
        table.hand.broke = True
    return part
