"""The payments after a hand for money (pinochle.md §1)."""

from arena.rules.hands.hand import CONCEDED, DOUBLE_SET, MADE, PASSED_OUT, Hand
from arena.rules.hands.layout import counters
from arena.rules.hands.table import Table
from arena.rules.native import i64
from arena.rules.rules import Chips, require


def begin(table: Table) -> bool:
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
    """Set each seat's points in tricks; discards count only for a seat that has won a trick."""
    for seat in table.seats:
        seat.points = counters(table.layout, seat.taken) if seat.tricks else 0
    if table.hand.gathered and not table.seats[0].cards:
        table.seats[table.hand.last_winner].points += require(table.rules.chips).last_trick


def decide(table: Table) -> bool:
    """Return whether the bid is already made or lost; if so, set the hand's outcome."""
    hand = table.hand
    total = table.seats[hand.declarer].melded + counters(table.layout, table.seats[hand.declarer].taken)
    if hand.gathered and hand.last_winner == hand.declarer and not table.seats[0].cards:
        total += require(table.rules.chips).last_trick
    if table.seats[hand.declarer].melded >= hand.bid or (table.seats[hand.declarer].tricks and total >= hand.bid):
        hand.outcome = MADE
        return True
    in_hands = sum([counters(table.layout, seat.cards) for seat in table.seats])
    if not table.seats[0].cards or total + in_hands + require(table.rules.chips).last_trick < hand.bid:
        hand.outcome = DOUBLE_SET
        return True
    return False


def value(chips: Chips, hand: Hand) -> int:
    """Return what the bid is worth in dollars: doubled if `doubled_trump` is trump."""
    worth = [amount for least, amount in chips.values if hand.bid >= least][0]  # noqa: RUF015
    return 2 * worth if hand.trump == chips.doubled_trump else worth


def pay_declarer(table: Table) -> None:
    """Pay the declarer: each defender in turn from its left, then the kitty if the bid is high enough."""
    hand = table.hand
    chips = require(table.rules.chips)
    amount = value(chips, hand)
    declarer = table.seats[hand.declarer]
    payer: i64 = table.left_of(hand.declarer)
    while payer != hand.declarer:
        declarer.score += take_payment(table, payer, amount)
        payer = table.left_of(payer)
    if hand.bid >= chips.kitty_from:
        from_pot: i64 = min(amount, table.pot)
        table.pot -= from_pot
        declarer.score += from_pot


def pay_others(table: Table) -> None:
    """Let the declarer pay the defenders and the kitty; after conceding without the widow, only the kitty."""
    hand = table.hand
    chips = require(table.rules.chips)
    amount = value(chips, hand) * (2 if hand.outcome == DOUBLE_SET else 1)
    if hand.outcome != CONCEDED:
        payee: i64 = table.left_of(hand.declarer)
        while payee != hand.declarer:
            table.seats[payee].score += take_payment(table, hand.declarer, amount)
            payee = table.left_of(payee)
    if hand.outcome == CONCEDED or hand.bid >= chips.kitty_from:
        table.pot += take_payment(table, hand.declarer, amount)


def take_payment(table: Table, payer: i64, amount: int) -> int:
    """Take up to *amount* dollars from a seat and return what it paid; less than *amount* ends the game."""
    seat = table.seats[payer]
    part: int = min(amount, int(seat.score))
    seat.score -= part
    if part < amount:
        table.hand.broke = True
    return part
