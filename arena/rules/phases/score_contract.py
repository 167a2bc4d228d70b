"""The score of a hand with a declarer, side against side (pinochle.md §2-6)."""

from arena.rules.hands.hand import MADE, NO_ROYAL_MARRIAGE, OPEN, PASSED_OUT, SET, THROWN_IN, Hand
from arena.rules.hands.layout import counters
from arena.rules.hands.melding import NINES, count_of
from arena.rules.hands.table import Table
from arena.rules.phases.melds import sum_melds
from arena.rules.rules import Contract, DefendersScore, SavedBy, SetScoring, Stakes, require
from arena.rules.sides import side_of


def begin(table: Table) -> bool:
    hand = table.hand
    if hand.gathered:
        count_tricks(table)
    deltas = [0] * len(table.seats) if hand.outcome == PASSED_OUT else declared_deltas(table, hand)
    for seat, delta in zip(table.seats, deltas, strict=True):
        seat.delta = delta
        seat.score += delta
    return True


def count_tricks(table: Table) -> None:
    """Set each seat's points in tricks, including its discards and the last trick."""
    contract = require(table.rules.contract)
    for seat in table.seats:
        seat.points = contract.counter * counters(table.layout, seat.taken)
    table.seats[table.hand.last_winner].points += contract.last_trick


def declared_deltas(table: Table, hand: Hand) -> list[int]:
    """Return the change of each seat's score, and set the outcome of a hand that was played."""
    contract = require(table.rules.contract)
    side = side_of(table.rules, hand.declarer)
    others = [seat for seat in range(len(table.seats)) if seat not in side]
    if hand.outcome == OPEN:
        is_kept = worth(table, side) >= hand.bid and is_saved(table, contract.declarer_saved_by, side)
        hand.outcome = MADE if is_kept else SET
    is_made = hand.outcome == MADE
    deltas = [0] * len(table.seats)
    if contract.stakes is Stakes.ALTERNATE:
        return add_points(add_points(deltas, side, 2 if is_made else -1), others, 0 if is_made else 1)
    for team in [[seat] for seat in others] if contract.defenders_score is DefendersScore.OWN else [others]:
        add_points(deltas, team, defence(table, contract, team))
    if is_made:
        return add_points(deltas, side, worth(table, side))
    if contract.set_scoring is SetScoring.OPPONENTS_GAIN:
        return add_points(deltas, others, hand.bid)
    return add_points(deltas, side, -hand.bid)


def add_points(deltas: list[int], seats: list[int], points: int) -> list[int]:
    """Add *points* to the deltas of *seats*; return *deltas*."""
    for seat in seats:
        deltas[seat] += points
    return deltas


def worth(table: Table, side: list[int]) -> int:
    return sum_melds(table, side) + sum([int(table.seats[seat].points) for seat in side])


def is_saved(table: Table, saved_by: SavedBy, side: list[int]) -> bool:
    """Return whether the seats of *side* together fulfil the condition that saves their melds."""
    if saved_by is SavedBy.TRICK:
        return sum([int(table.seats[seat].tricks) for seat in side]) > 0
    return saved_by is SavedBy.NOTHING or sum([int(table.seats[seat].points) for seat in side]) > 0


def defence(table: Table, contract: Contract, team: list[int]) -> int:
    """Return the points that each defender of *team* scores, which are those of the whole team."""
    hand = table.hand
    if hand.outcome == NO_ROYAL_MARRIAGE:
        return hand.bid if contract.gain_without_royal else 0
    if hand.outcome == THROWN_IN or is_saved(table, contract.defenders_saved_by, team):
        return worth(table, team)
    return 0 if contract.nines_need_save else nines(table, team)


def nines(table: Table, team: list[int]) -> int:
    melds = require(table.rules.melds)
    return melds.nine * sum([count_of(table.seats[seat].melds, NINES) for seat in team])
