"""What people made of the same deal, hand by hand."""

from collections.abc import Sequence
from dataclasses import dataclass

from arena.practice.table import Marks, Table


@dataclass(frozen=True)
class Played:
    """The points of the person's seat in each hand of a deal that is over, and its helps."""

    seat: int
    points: tuple[int, ...]
    marks: Marks


@dataclass(frozen=True)
class Line:
    """One hand side by side: the hand's number, and who made what; None: not played yet."""

    hand: int
    points: list[int | None]


def played_at(table: Table) -> Played:
    """Return what the person has made of its deal so far."""
    first = table.deal.begun().hand_number
    points = [hand.deltas[table.deal.seat] for hand in table.game.hands[first:] if hand.is_over]
    return Played(table.deal.seat, tuple(points), table.marks)


def compare(own: Table, others: Sequence[Played]) -> list[Line]:
    """Return the hands that the person has played, its points first, then the others'.

    What others made of a hand that the person has not finished is kept back: it would tell of it.
    """
    first = own.deal.begun().hand_number
    everybody = [played_at(own), *others]
    return [
        Line(first + place, [played.points[place] if place < len(played.points) else None for played in everybody])
        for place in range(len(everybody[0].points))
    ]
