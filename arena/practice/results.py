"""What people made of the same deal, hand by hand."""

from collections.abc import Sequence
from dataclasses import dataclass

from arena.practice.table import Marks, Table


@dataclass(frozen=True)
class Played:
    """What a person made of a deal: points of each hand from number *first* on, and its helps."""

    seat: int
    first: int
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
    return Played(table.deal.seat, first, tuple(points), table.marks)


def compare(own: Table, others: Sequence[Played]) -> list[Line]:
    """Return the hands that the person has played, its points first, then the others'.

    They are of the same seed; a hand's number says which cards it has.

    What others made of a hand that the person has not finished is kept back: it would tell of it.
    """
    played = played_at(own)
    hands = range(played.first, played.first + len(played.points))
    return [Line(hand, [_points(each, hand) for each in (played, *others)]) for hand in hands]


def _points(played: Played, hand: int) -> int | None:
    place = hand - played.first
    return played.points[place] if 0 <= place < len(played.points) else None
