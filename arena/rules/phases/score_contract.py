"""The score of a hand with a declarer against the rest (pinochle.md §3, §6)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from arena.rules.cards import RANKS
from arena.rules.hand import MADE, NO_ROYAL_MARRIAGE, OPEN, PASSED_OUT, SET, Hand
from arena.rules.layout import Layout
from arena.rules.melding import SUITS
from arena.rules.rules import Contract, DefendersScore, SavedBy, Stakes
from arena.rules.table import Table

if TYPE_CHECKING:
    from mypy_extensions import i64

COUNTER_RANKS: Final[list[int]] = [RANKS.index(rank) for rank in "ATK"]
COUNTERS: Final[list[int]] = [13 * suit + rank for suit in SUITS for rank in COUNTER_RANKS]


def begin(table: Table) -> bool:
    """Score every seat; nobody is asked."""
    hand = table.hand
    seats = len(table.seats)
    hand.points = [0] * seats if not hand.plays else trick_points(table)
    if hand.outcome == PASSED_OUT:
        hand.deltas = [0] * seats
    elif hand.outcome == NO_ROYAL_MARRIAGE:
        hand.deltas = [-hand.bid if seat == hand.declarer else hand.bid for seat in range(seats)]
    else:
        hand.deltas = contract_deltas(table, hand)
    for number, delta in enumerate(hand.deltas):
        table.seats[number].score += delta
    hand.scores = [int(seat.score) for seat in table.seats]
    return True


def trick_points(table: Table) -> list[int]:
    """Each seat's own trick points: counters taken (the declarer's discards among them), and the last trick."""
    assert table.rules.contract is not None
    points = [counters(table.layout, seat.taken) for seat in table.seats]
    points[table.hand.winners[-1]] += table.rules.contract.last_trick
    return points


def counters(layout: Layout, cards: i64) -> int:
    """How many aces, tens and kings there are."""
    return sum([layout.count(cards, code) for code in COUNTERS])


def contract_deltas(table: Table, hand: Hand) -> list[int]:
    """What each seat scores for a hand that was played or thrown in. Sets the outcome of one that was played."""
    contract = table.rules.contract
    assert contract is not None
    values = [meld_of(hand, seat, len(table.seats)) + hand.points[seat] for seat in range(len(table.seats))]
    if hand.outcome == OPEN:
        kept = values[hand.declarer] >= hand.bid and is_saved(table, contract.declarer_saved_by, [hand.declarer])
        hand.outcome = MADE if kept else SET
    if contract.stakes is Stakes.ALTERNATE:
        return alternate_deltas(hand, len(table.seats))
    deltas = defenders_deltas(table, contract, values)
    deltas[hand.declarer] = values[hand.declarer] if hand.outcome == MADE else -hand.bid
    return deltas


def meld_of(hand: Hand, seat: int, seats: int) -> int:
    """The points of what a seat laid; 0 where it laid nothing."""
    place = (seat - hand.declarer) % seats
    return hand.laid[place].points if place < len(hand.laid) else 0


def is_saved(table: Table, saved_by: SavedBy, side: list[int]) -> bool:
    """Whether these seats have, between them, what saves their melds."""
    if saved_by is SavedBy.TRICK:
        return sum([int(table.seats[seat].tricks) for seat in side]) > 0
    return saved_by is SavedBy.NOTHING or sum([table.hand.points[seat] for seat in side]) > 0


def alternate_deltas(hand: Hand, seats: int) -> list[int]:
    """The scores of `alternate` (pinochle.md §3)."""
    made = hand.outcome == MADE
    deltas = [0 if made else 1] * seats
    deltas[hand.declarer] = 2 if made else -1
    return deltas


def defenders_deltas(table: Table, contract: Contract, values: list[int]) -> list[int]:
    """What the defenders score, together or each its own; the declarer's entry is to be set."""
    others = [seat for seat in range(len(values)) if seat != table.hand.declarer]
    if contract.defenders_score is DefendersScore.TEAM:
        saved = is_saved(table, contract.defenders_saved_by, others)
        return [sum([values[seat] for seat in others]) if saved else 0] * len(values)
    return [value if is_saved(table, contract.defenders_saved_by, [seat]) else 0 for seat, value in enumerate(values)]
