"""The score of a hand with a declarer against the rest (pinochle.md §6)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from arena.rules.cards import RANKS
from arena.rules.hand import MADE, NO_ROYAL_MARRIAGE, PASSED_OUT, SET, Hand
from arena.rules.layout import Layout
from arena.rules.melding import SUITS
from arena.rules.rules import DefendersScore
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
        hand.deltas = played_deltas(table, hand)
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


def played_deltas(table: Table, hand: Hand) -> list[int]:
    """What each seat scores for a hand that was played. Sets the outcome.

    The discards count as the declarer's first trick, so its meld is always saved.
    """
    contract = table.rules.contract
    assert contract is not None
    seats = len(table.seats)
    values = [hand.points[seat] + hand.laid[(seat - hand.declarer) % seats].points for seat in range(seats)]
    tricks = [int(seat.tricks) for seat in table.seats]
    declared = values[hand.declarer]
    hand.outcome = MADE if declared >= hand.bid else SET
    if contract.defenders_score is DefendersScore.TEAM:
        together = len(hand.winners) > tricks[hand.declarer]
        deltas = [sum(values) - declared if together else 0] * seats
    else:
        deltas = [value if tricks[seat] else 0 for seat, value in enumerate(values)]
    deltas[hand.declarer] = declared if hand.outcome == MADE else -hand.bid
    return deltas
